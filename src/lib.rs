//! calipers: what a drive claims, what it does, and whether the two agree.
