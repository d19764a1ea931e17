"""What happens without anybody asking: due work, taken in small transactions."""
