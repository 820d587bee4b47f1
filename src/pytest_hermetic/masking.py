"""Credentials out of a text: URLs, connection strings, keywords, headers and command lines.

Masking too much costs a word in a message, masking too little costs a password: where two grammars disagree
about where a secret ends, the longer reading wins.
"""

import re

HIDDEN = "***"

# Ends of names that carry a secret: password, sslpassword, PGPASSWORD, MYSQL_PWD, client_secret, x-api-key, ...
_NAME = (
    r"(?:[\w.\-]*(?:password\d?|passwd|passphrase|passwort|pwd|secret|token|credentials?"
    r"|(?:api|access|secret|account|private|shared|license|encryption)[_\-]?key(?:_?id)?)|pass|pw|sig|signature)"
)
_SINGLE = r"'(?:[^'\\]|\\.|'')*'?"
_DOUBLE = r'"(?:[^"\\]|\\.|"")*"?'
_BRACED = r"\{(?:[^}]|\}\})*\}?"
# A shell word: pieces glued together, as shlex.join writes them.
_WORD = r"(?:[^\s'\"\\]|\\.|'[^']*'?|\"(?:[^\"\\]|\\.)*\"?|\\$)+"
_GLUED = r"(?:[^\s'\"\\]|\\.|'[^']*'?|\"(?:[^\"\\]|\\.)*\"?|\\$)*"

_RULES: tuple[tuple[str, str], ...] = (
    # scheme://user:secret@host, with whatever the secret holds that is not / ? or #
    (r"(://[^\s:/@?#]*):[^\s/?#]*@", rf"\1:{HIDDEN}@"),
    # the same with an unescaped slash in the secret; a port followed by a path is no secret
    (r"(://[^\s:/@?#]*):(?!\d*(?:[/?#,\s]|$))\S*@", rf"\1:{HIDDEN}@"),
    # https://token@host
    (r"(?i)(\bhttps?://)[^\s:/@?#*]+@", rf"\1{HIDDEN}@"),
    # user/secret@host, as Oracle writes it
    (r"(?<![\w:/.@\-])(\w+)/(?!/)[^\s/@]+@(?=[\w\[(])", rf"\1/{HIDDEN}@"),
    # Authorization: Bearer x
    (r"(?i)\b(authorization['\"]?\s*[:=]\s*['\"]?)(?:(basic|bearer|token|digest|negotiate)\s+)?[^\s'\"]+", r"\1\2 ***"),
    (r"(?i)\b(bearer|basic)\s+[\w.~+/=\-]{6,}", rf"\1 {HIDDEN}"),
    # ?password=x& in a URL
    (rf"(?i)([?&]{_NAME}=)[^&#\s'\"]*", rf"\1{HIDDEN}"),
    # PWD={x} and ;Password=two words; between semicolons
    (rf"(?i)(;\s*{_NAME}\s*=\s*)(?:{_BRACED}|{_SINGLE}|{_DOUBLE}|[^;]*)", rf"\1{HIDDEN}"),
    (rf"(?i)^(\s*{_NAME}\s*=\s*)(?!['\"{{])[^;]*(?=;\s*\w[\w ]*=)\S*", rf"\1{HIDDEN}"),
    # '--password=two words', as shlex.join quotes it
    (rf"(?i)'(-{{0,2}}{_NAME}=)(?!')[^']*'?{_GLUED}", rf"'\1{HIDDEN}'"),
    (rf'(?i)"(-{{0,2}}{_NAME}=)(?!")(?:[^"\\]|\\.)*"?{_GLUED}', rf'"\1{HIDDEN}"'),
    # {'password': 'x'}, password="x", password: x, PGPASSWORD=x
    (
        rf"(?i)(?<![\w?&])({_NAME}['\"]?\s*[=:]\s*)(?:[rbu]{{0,2}}(?:{_SINGLE}|{_DOUBLE})|{_BRACED}){_GLUED}",
        rf"\1{HIDDEN}",
    ),
    (rf"(?i)(?<![\w?&])({_NAME}['\"]?\s*[=:]\s*)(?!\*\*\*){_WORD}", rf"\1{HIDDEN}"),
    # --password x
    (rf"(?i)((?:^|\s)--?{_NAME}\s+)(?!-){_WORD}", rf"\1{HIDDEN}"),
    # mysql -pSECRET, redis-cli -a SECRET, sshpass -p SECRET, curl -u user:SECRET
    (rf"(\b(?:mysql|mariadb)[\w\-]*\b.*?\s['\"]?-p){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\b(?:redis-cli|valkey-cli)\b.*?\s-a\s*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\bsshpass\b.*?\s-p\s*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\b(?:docker|podman|nerdctl|helm|oras)\b.*?\slogin\b.*?\s-p[\s=]*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\bmongo\w*\b.*?\s-p[\s=]*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\bldap\w+\b.*?\s-w\s*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\b(?:sqlcmd|bcp|isql|zip|unzip)\b.*?\s-P\s*){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\bopenssl\b.*?\s-k\s+){_WORD}", rf"\1{HIDDEN}"),
    (rf"(\bcurl\b.*?\s(?:-u|--user|--proxy-user)[\s=]*){_WORD}", rf"\1{HIDDEN}"),
)


def mask(text: str) -> str:
    """Give back the text with every credential in it replaced by three stars."""
    for pattern, replacement in _RULES:
        text = re.sub(pattern, replacement, text)
    return text
