import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const windows = process.platform === 'win32'

/**
 * Starts a program in a separate process group, so that Ctrl-C in the terminal reaches only us and the group can be
 * stopped as a whole.
 * @param {string} command @param {readonly string[]} args @param {import('node:child_process').SpawnOptions} options
 */
export function spawnGroup(command, args, options) {
  return spawn(command, args, { ...options, detached: !windows, windowsHide: true })
}

/**
 * Like `spawnGroup`; files that the program creates are readable only by their owner.
 * @param {string} command @param {readonly string[]} args @param {import('node:child_process').SpawnOptions} options
 */
export function spawnPrivateGroup(command, args, options) {
  const before = process.umask(0o077)
  try {
    return spawnGroup(command, args, options)
  } finally {
    process.umask(before)
  }
}

/**
 * The timer slack of this thread in nanoseconds, which new processes inherit.
 * https://man7.org/linux/man-pages/man5/proc_pid_timerslack_ns.5.html
 */
const TIMER_SLACK = '/proc/self/timerslack_ns'

/**
 * Starts a program with `start` so that Linux may delay each of its timers by up to `nanos`, and wakes it less often. Does
 * only `start` on other systems, and where the slack cannot be set.
 * @template Started
 * @param {number | undefined} nanos @param {() => Started} start @param {string} [file] where the slack is set
 * @returns {Started}
 */
export function withTimerSlack(nanos, start, file = TIMER_SLACK) {
  if (nanos === undefined) return start()
  let before = ''
  try {
    before = readFileSync(file, 'utf8').trim()
    writeFileSync(file, String(nanos))
  } catch {
    return start()
  }
  try {
    return start()
  } finally {
    writeFileSync(file, before)
  }
}

/**
 * Runs a program to its end and collects its output. `signal` stops it.
 * @param {string} command @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { signal?: AbortSignal, privately?: boolean, onStart?: (pid: number) => void }} options
 *   `privately`: files that it creates are readable only by their owner; `onStart`: called before it has started others
 * @returns {Promise<{ code: number, output: string }>} the last 200 lines of both streams
 */
export function runToEnd(command, args, { signal, privately = false, onStart, ...options }) {
  return new Promise((resolve, reject) => {
    const open = privately ? spawnPrivateGroup : spawnGroup
    const child = open(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    if (child.pid !== undefined) onStart?.(child.pid)
    const tail = lineTail(200)
    child.stdout?.on('data', tail.add)
    child.stderr?.on('data', tail.add)
    const end = () => signalGroup(child.pid, 'SIGTERM')
    signal?.addEventListener('abort', end, { once: true })
    child.once('error', reject)
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end)
      resolve({ code: code ?? 1, output: tail.text() })
    })
  })
}

/** Keeps the last lines of a stream. @param {number} linesMax */
export function lineTail(linesMax) {
  let text = ''
  return {
    /** @param {unknown} chunk */
    add: (chunk) => {
      const lines = (text + String(chunk)).split('\n')
      text = lines.slice(-linesMax).join('\n')
    },
    text: () => text.trim(),
  }
}

/**
 * Signals a whole group; does nothing if it is already gone. @param {number | undefined} pid @param {NodeJS.Signals}
 * signal
 */
export function signalGroup(pid, signal) {
  if (pid === undefined) return
  if (windows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error
  }
}

/**
 * Stops a child and its group: first SIGTERM, then SIGKILL after the grace time.
 * @param {import('node:child_process').ChildProcess} child @param {number} graceMs
 */
export async function endChild(child, graceMs) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  signalGroup(child.pid, 'SIGTERM')
  const insist = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs)
  await ended
  clearTimeout(insist)
}

/**
 * The command line of a running process, or undefined if there is none (a zombie has none either).
 * @param {number} pid @returns {string | undefined}
 */
export function commandLine(pid) {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : windows
          ? run('powershell', [
              '-NoProfile',
              '-Command',
              `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`,
            ])
          : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return text.trim() === '' ? undefined : text.trim()
  } catch {
    return undefined
  }
}

/**
 * Distinguishes processes that had the same pid: pids are reused, start times are not.
 * @param {number} pid @returns {string} empty if unknown
 */
export function startToken(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
    }
    return windows ? '' : run('ps', ['-o', 'lstart=', '-p', String(pid)]).trim()
  } catch {
    return ''
  }
}

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

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
