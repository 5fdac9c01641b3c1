import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const windows = process.platform === 'win32'

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
