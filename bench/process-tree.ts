import { readdirSync, readFileSync } from 'node:fs'

/** A process as Linux reports it. */
interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** User and system time so far, without children. */
  readonly cpuMillis: number
}

/** Clock ticks of `/proc/<pid>/stat`: 100 per second on every platform that Linux supports. */
const millisPerTick = 10

/** The test process bundles the service with esbuild, which then stays idle. */
const bundler = 'esbuild'

/** User and system time of all descendants of a process, in milliseconds by program. Linux only. */
export const cpuOfDescendants = (root: number): Map<string, number> => cpuOf(root, false)

/** The same, including the process itself. */
export const cpuOfTree = (root: number): Map<string, number> => cpuOf(root, true)

function cpuOf(root: number, whole: boolean): Map<string, number> {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => readStat(Number(pid)))
  const tree = new Set([root])
  for (let size = 0; size !== tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  if (!whole) tree.delete(root)
  const sums = new Map<string, number>()
  for (const { pid, name, cpuMillis } of all) {
    if (tree.has(pid) && name !== bundler) sums.set(name, (sums.get(name) ?? 0) + cpuMillis)
  }
  return sums
}

/** Empty for a process that has just ended. */
function readStat(pid: number): ProcessStat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return [{ pid, parent: Number(fields[1]), name: programOf(pid), cpuMillis: ticks * millisPerTick }]
  } catch {
    return []
  }
}

const programOf = (pid: number): string => {
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const script = args.findLast((arg) => /\.mjs$/.test(arg))
  return (script ?? program).split('/').at(-1) ?? ''
}
