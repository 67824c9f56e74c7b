"""Domains: what they are defined as, how they live, and the calls about them."""
