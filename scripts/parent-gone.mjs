/**
 * Calls back once the parent process is gone. npm passes SIGTERM to the shell between it and us, which exits without
 * telling us; the only trace is that our parent has changed. Never calls back on systems where the parent id does not
 * change (Windows).
 * @param {() => void} gone
 * @param {{ parent?: () => number, everyMs?: number }} [options] `parent` returns the current parent's id
 */
export function onParentGone(gone, { parent = () => process.ppid, everyMs = 250 } = {}) {
  const first = parent()
  const timer = setInterval(() => {
    if (parent() === first) return
    clearInterval(timer)
    gone()
  }, everyMs)
  timer.unref()
}
