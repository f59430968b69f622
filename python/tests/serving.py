"""A server for tests: a process on a free port of this machine. KICKBACK_PROGRAM names the program."""
import os
import re
import subprocess
import tempfile


class Server:
    def __init__(self):
        self.data = tempfile.TemporaryDirectory()
        self.port = 0
        self.start()

    def start(self):
        command = [os.environ["KICKBACK_PROGRAM"], "serve", "--data", self.data.name, "--listen", f"127.0.0.1:{self.port}", "--bot-wait", "0",
                   "--log-level", "error"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(re.match(r"listening on http://127.0.0.1:(\d+)/$", self.process.stdout.readline()).group(1))
        self.url = f"http://127.0.0.1:{self.port}/"

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def stop(self):
        self.kill()
        self.data.cleanup()
