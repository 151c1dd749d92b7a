"""
Title

text
"""
