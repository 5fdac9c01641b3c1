import { readdirSync, readFileSync } from 'node:fs'

/** A process's figures as Linux reports them. */
interface ProcessStat {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** User and system time so far, without children. */
  readonly cpuMillis: number
  /** Resident memory, including shared libraries. */
  readonly residentBytes: number
  /** Proportional memory: each shared page is divided among the processes that share it. */
  readonly shareBytes: number
}

/** Clock ticks of `/proc/<pid>/stat`: 100 per second on every platform that Linux supports. */
const millisPerTick = 10

/** Pages of `/proc/<pid>/stat` on every platform that this runs on. */
const bytesPerPage = 4096

/** The test process bundles the service with esbuild, which then stays idle and is left out. */
const bundler = 'esbuild'

/** User and system time of all descendants of a process, in milliseconds by program. Linux only. */
export const cpuOfDescendants = (root: number): Map<string, number> => sumsOf(root, 'cpuMillis', false)

/** Like `cpuOfDescendants`, including the process itself. */
export const cpuOfTree = (root: number): Map<string, number> => sumsOf(root, 'cpuMillis', true)

/** Resident memory of a process and all its descendants, in bytes by program. Linux only. */
export const memoryOfTree = (root: number): Map<string, number> => sumsOf(root, 'residentBytes', true)

/**
 * Like `memoryOfTree`, but each shared page, such as those of the Node executable, is divided equally among its
 * processes. So the sum is the memory that is really used. Linux only.
 */
export const shareOfMemoryOfTree = (root: number): Map<string, number> => sumsOf(root, 'shareBytes', true)

function sumsOf(
  root: number,
  figure: Exclude<keyof ProcessStat, 'pid' | 'parent' | 'name'>,
  whole: boolean,
): Map<string, number> {
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
  for (const one of all) {
    if (tree.has(one.pid) && one.name !== bundler) sums.set(one.name, (sums.get(one.name) ?? 0) + one[figure])
  }
  return sums
}

/** Empty if the process has just ended. */
function readStat(pid: number): ProcessStat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return [
      {
        pid,
        parent: Number(fields[1]),
        name: programOf(pid),
        cpuMillis: ticks * millisPerTick,
        residentBytes: Number(fields[21]) * bytesPerPage,
        // Computed on demand, because the operating system walks every page for it.
        get shareBytes() {
          const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
          return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) * 1024
        },
      },
    ]
  } catch {
    return []
  }
}

const programOf = (pid: number): string => {
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const script = args.findLast((arg) => /\.mjs$/.test(arg))
  return (script ?? program).split('/').at(-1) ?? ''
}
