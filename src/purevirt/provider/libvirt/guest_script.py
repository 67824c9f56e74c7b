"""The programs that run in the guest, as arguments of `/bin/sh -c`.

POSIX sh and the tools that BusyBox has too. Every value comes as an argument or on standard input and is
never part of a program's text, so that nothing needs quoting and nothing is interpreted.

A program is named after its attempt, as `bigfleet-NAME-ATTEMPT`. What ends an attempt first says so in a file
of the attempt's name, then stops what runs; what begins first says that it runs, then looks for that file. So
a program that begins late, because the agent or libvirt was slow to pass it on, ends at once in any order.

Their standard output is for us: a line `NAME CODE` for each command that was run, so that a failing command
is told apart from one that could not be run. A command never gets our pipes themselves: the agent reports an
exit only when they are closed, so that a hook that leaves a daemon behind would seem to run for ever. And no
output is passed on unbounded: an answer of more than 4 MiB is lost together with the result, and after one of
more than 10 MiB libvirt talks to that agent no more until the guest restarts (both measured on 9.0.0).
"""

from __future__ import annotations

MAX_STDERR_BYTES = 4096
"""How much of the end of a command's stderr is passed on."""

_COMMON = """\
set -u
umask 077
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
dir=/opt/bigfleet
blob=$dir/bootstrap.blob
staged=/run/bigfleet-staged
running=/run/bigfleet-running.pid
errors=/run/bigfleet-stderr
ended=/run/bigfleet-ended-${0##*-}
"""

_RUNNER = (
    _COMMON
    + """\
child=
forget() {
  rm -f "$blob" "$staged" "$running" "$errors"
}
stop() {
  forget
  if [ -n "$child" ]; then
    kill -TERM "-$child" 2>/dev/null || kill -TERM "$child" 2>/dev/null
    wait "$child"
  fi
  exit 143
}
trap forget EXIT
trap stop HUP INT TERM
rm -f "$errors"
echo $$ > "$running"
[ ! -e "$ended" ] || exit 143
# In a session of its own where setsid is there, so that all of it can be stopped.
run() {
  name=$1
  shift
  if command -v setsid >/dev/null; then
    setsid "$@" </dev/null >/dev/null 2>"$errors" &
  else
    "$@" </dev/null >/dev/null 2>"$errors" &
  fi
  child=$!
  wait "$child"
  code=$?
  child=
  tail -c """
    + str(MAX_STDERR_BYTES)
    + """ "$errors" >&2
  echo "$name $code"
  return "$code"
}
"""
)

STAGE = (
    _COMMON
    + """\
rm -f "$staged" && : > "$staged"
[ ! -e "$ended" ] || rm -f "$staged"
"""
)
"""Makes an empty file that only root can read, in memory: were we to die now, nothing is on the guest's disk.

No arguments.
"""

APPEND = (
    _COMMON
    + """\
[ -f "$staged" ] && cat >> "$staged" && [ ! -e "$ended" ] && exit 0
rm -f "$staged"
exit 1
"""
)
"""Appends standard input to the staged file. No arguments."""

CONFIGURE = (
    _RUNNER
    + """\
if ! [ -f "$dir/bootstrap" ] || ! [ -x "$dir/bootstrap" ]; then
  echo "the image has no executable $dir/bootstrap" >&2
  exit 1
fi
[ "$3" -gt 0 ] || rm -f "$staged"
rm -f "$blob"
{
  if [ -f "$staged" ]; then cat "$staged"; fi
  cat
} > "$blob" || exit 1
rm -f "$staged"
size=$(wc -c < "$blob")
if [ "$((size))" -ne "$2" ]; then
  echo "$((size)) of $2 bytes of the blob arrived" >&2
  exit 1
fi
run hook "$dir/bootstrap" "$1"
exit 0
"""
)
"""Writes the blob, which is what was staged and then standard input, runs the hook, removes the blob.

Arguments: the cluster id, the blob's whole size in bytes, how many of them were staged before.
"""

CLEAN_UP = (
    _COMMON
    + """\
: > "$ended"
pid=$(cat "$running" 2>/dev/null) || pid=
case $pid in
  '' | *[!0-9]*) ;;
  # The number may be another process's by now.
  *) ! grep -q bigfleet- "/proc/$pid/cmdline" 2>/dev/null || kill -TERM "$pid" ;;
esac
rm -f "$blob" "$staged" "$running" "$errors"
"""
)
"""Ends the attempt that it is named after, and removes the blob; nothing to do is success. No arguments."""

PROBE = (
    _RUNNER
    + """\
run probe /bin/sh -c "$1"
exit 0
"""
)
"""Runs the operator's readiness command once. Argument: the command, for a shell."""

DRAIN = (
    _RUNNER
    + """\
limit=$1
begin=$(date +%s)
remaining() {
  left=$((limit - $(date +%s) + begin))
  [ "$left" -ge 1 ] || left=1
}
if ! command -v kubectl >/dev/null; then
  echo "the image has no kubectl" >&2
  exit 1
fi
if [ -z "${KUBECONFIG:-}" ]; then
  for file in "$dir/kubeconfig" /etc/kubernetes/admin.conf /etc/kubernetes/kubelet.conf \\
    /var/lib/kubelet/kubeconfig /etc/rancher/k3s/k3s.yaml /etc/rancher/rke2/rke2.yaml; do
    if [ -r "$file" ]; then
      KUBECONFIG=$file
      export KUBECONFIG
      break
    fi
  done
fi
# The kubelet registers its node under the host name in lower case.
node=$(uname -n | tr '[:upper:]' '[:lower:]')
remaining
run cordon kubectl cordon "$node" "--request-timeout=${left}s" || exit 0
remaining
# Pods end a little before the limit, so that kubectl still sees it happen.
run drain kubectl drain "$node" --ignore-daemonsets --delete-emptydir-data \\
  "--grace-period=$((left - left / 10))" "--timeout=${left}s"
exit 0
"""
)
"""Cordons and drains the node it runs on. Argument: the limit in seconds, at least 1."""
