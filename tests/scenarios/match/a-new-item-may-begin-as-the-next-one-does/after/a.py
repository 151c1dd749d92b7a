from dataclasses import dataclass


@dataclass
class Point:
    x: int


@dataclass
class Config:
    debug: bool = False
