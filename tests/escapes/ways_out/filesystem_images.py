"""Images and plots."""

import imageio.v3 as iio
import matplotlib as mpl

mpl.use("Agg")
import matplotlib.image
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image, ImageFont

PICTURE = Image.new("RGB", (2, 2))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    PICTURE.save(folder / "a.png")
    PICTURE.save(folder / "a.jpg")
    plt.figure().savefig(folder / "warm.png")
    return folder


def test_pillow_open(pictures):
    with Image.open(pictures / "a.png") as picture:
        assert picture.size == (2, 2)


def test_pillow_open_and_load(pictures):
    with Image.open(str(pictures / "a.jpg")) as picture:
        assert picture.getpixel((0, 0)) is not None


def test_pillow_save(box):
    PICTURE.save(box / "a.png")


def test_pillow_save_as_pdf(box):
    PICTURE.save(box / "a.pdf")


def test_pillow_font_from_a_file(box):
    with pytest.raises(OSError):
        ImageFont.truetype(str(box / "missing.ttf"))


def test_matplotlib_savefig(box):
    plt.figure().savefig(box / "a.png")


def test_matplotlib_savefig_as_svg(box):
    plt.figure().savefig(box / "a.svg")


def test_matplotlib_savefig_as_pdf(box):
    plt.figure().savefig(box / "a.pdf")


def test_matplotlib_imsave(box):
    matplotlib.image.imsave(box / "a.png", np.zeros((2, 2)))


def test_matplotlib_imread(pictures):
    assert matplotlib.image.imread(pictures / "a.png").size


def test_matplotlib_style_of_a_users_file(box):
    (box / "my.mplstyle").write_text("lines.linewidth: 3\n")
    with plt.style.context(str(box / "my.mplstyle")):
        pass


def test_imageio_read(pictures):
    assert iio.imread(pictures / "a.png").size


def test_imageio_write(box):
    iio.imwrite(box / "a.png", np.zeros((2, 2, 3), "uint8"))
