#!/bin/sh
echo
