"""Why a flight failed: the reason holds its last alarm, in a resumed flight as well."""

import re

from acceptance.fly_command import DEMO, FAILED, ROOT, fly, resume
from acceptance.ulog_data import Log


def test_a_failed_flight_names_its_last_alarm(tmp_path):
    vehicle = tmp_path / "tired.yaml"
    text = (ROOT / "models/vehicles/x500.yaml").read_text()
    battery = "    capacity_ah: 5.2\n"
    assert battery in text
    vehicle.write_text(text.replace(battery, "    capacity_ah: 4.0\n    charge_initial: 0.25\n"))
    options = ("--vehicle", vehicle, "--param", "COM_LOW_BAT_ACT=3")
    flown = fly(DEMO, tmp_path / "out", *options, code=FAILED)
    alarm = re.search(r"; last alarm at ([\d.]+) s: (.+)$", flown.summary["reason"])
    assert alarm, flown.summary["reason"]
    # As the log has it: syslog's levels up to 2 are alarms.
    log = Log(tmp_path / "out/flight.ulg")
    alarms = [entry for entry in log.ulog.logged_messages if entry.log_level - ord("0") <= 2]
    assert alarms[-1].message == alarm[2]
    seconds = float(alarm[1])
    assert abs(1e-6 * (alarms[-1].timestamp - log.start_us) - seconds) < 0.1

    fly(DEMO, tmp_path / "again", *options, "--no-log", "--save-at", seconds + 1.0,
        tmp_path / "snap", code=FAILED)
    rest = resume(tmp_path / "snap", tmp_path / "rest", "--no-log", code=FAILED)
    assert rest.summary == flown.summary
