"""What is sent by somebody who means no good: to the parsers, to the described interface, and over bare sockets."""
