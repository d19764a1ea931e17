"""What a wheel needs beyond pyproject.toml: the guides, which `/docs` shows, are taken along from where they are written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SERVED_BY = "fordran/api/description/guides.py"


def guides() -> list[str]:
    """The files that `/docs` shows, as its own table names them."""
    table = (HERE / SERVED_BY).read_text(encoding="utf-8").partition("GUIDES = {")[2].partition("}")[0]
    return re.findall(r'"[\w-]+": "([^"]+\.md)"', table)


class WithGuides(build_py):
    """Modules, and the guides beside the one that shows them; a checkout shows its own."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for name in guides():
            target = Path(self.build_lib, SERVED_BY).with_name("guides") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(HERE / name, target)


setup(cmdclass={"build_py": WithGuides})
