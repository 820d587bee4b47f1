#!/bin/sh
# Ask the server as the MCP Inspector does, a client that shares no code with ours, with --strict, in both eras.
# Usage: bench/inspector.sh [PYTHON]     PYTHON has pytest-hermetic[mcp] and pytest (default: python3)
# Node 22 and the Inspector come from npm into a cache folder; the tree stays clean. Ends with 1 if anything fails.
set -u
python=$(command -v "${1:-python3}") || { echo "There is no ${1:-python3}."; exit 1; }
case $python in /*) ;; *) python=$PWD/$python ;; esac
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pytest-hermetic-inspector
mkdir -p "$cache"
if [ ! -x "$cache/node_modules/.bin/mcp-inspector" ] || [ ! -x "$cache/node_modules/node-bin/bin/node" ]; then
    # npm may be told not to run install scripts; so Node comes as the package that holds the program itself.
    system=$(uname -s | tr '[:upper:]' '[:lower:]')
    case $(uname -m) in aarch64 | arm64) machine=arm64 ;; *) machine=x64 ;; esac
    (cd "$cache" && npm init -y && npm install @modelcontextprotocol/inspector@2.12.0 \
        "node-bin@npm:node-$system-$machine@22") >"$cache/npm.log" 2>&1 ||
        { echo "npm could not fetch Node 22 and the Inspector; see $cache/npm.log"; exit 1; }
fi
PATH=$cache/node_modules/node-bin/bin:$cache/node_modules/.bin:$PATH
export PATH

project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cat >"$project/test_basket.py" <<'PY'
def test_good():
    assert True


def test_bad():
    assert [1, 2] == [1, 3]
PY
printf '[pytest]\n' >"$project/pytest.ini"

failed=0
ask() { # name, expected exit code, what the answer must hold, inspector's arguments
    name=$1 expected=$2 holds=$3
    shift 3
    answer=$(mcp-inspector --cli -q --protocol-era "$era" --format json "$@" -- \
        "$python" -m pytest_hermetic.mcp --root "$project" --python "$python" 2>&1)
    code=$?
    if [ "$code" -eq "$expected" ] && printf '%s' "$answer" | grep -q "$holds"; then
        echo "ok    $era: $name"
    else
        failed=1
        echo "WRONG $era: $name (exit $code, not $expected, or no '$holds'):"
        echo "$answer"
    fi
}
for era in legacy modern; do
    ask "tools/list --strict" 0 check_hermetic --method tools/list --strict
    ask "discover_tests" 0 "2 tests in 1 file" --method tools/call --tool-name discover_tests
    ask "run_tests" 0 "FAILED 1 failed, 1 passed" --method tools/call --tool-name run_tests
    ask "run_tests with an argument" 0 "PASSED 1 passed" --method tools/call --tool-name run_tests --tool-arg keyword=good
    ask "check_flaky" 0 "FF in its suite, FF alone" --method tools/call --tool-name check_flaky --tool-arg runs=2
    ask "an unknown argument is refused" 5 "has no argument" --method tools/call --tool-name run_tests --tool-arg evil=1
    ask "a path outside is refused" 5 "outside" --method tools/call --tool-name run_tests --tool-arg 'paths=["/etc"]'
done
exit $failed
