/**
 * Calls back once the process that started this one is gone. npm passes SIGTERM to the shell between it and us, which ends
 * of it and tells nobody: what is left to notice is that we have another parent. A system without such a change of parents
 * (Windows) never calls back.
 * @param {() => void} gone
 * @param {{ parent?: () => number, everyMs?: number }} [options] `parent` gives the id of the parent now
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
