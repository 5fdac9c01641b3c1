import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

export type Figures = Record<string, unknown>

/** The machine and its current load, recorded with every run. */
export const machineFacts = (): Figures => ({
  machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  load: loadavg().map((load) => Math.round(load * 10) / 10),
})

/** Prints the figures of a run and writes them to a file in bench/results/, under `part` if it is given. */
export function keepFigures(name: string, figures: Figures, part?: string): void {
  const file = fileURLToPath(new URL(`results/${name}`, import.meta.url))
  console.info(JSON.stringify(figures, null, 2))
  const before = part !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const all = part === undefined ? figures : { ...before, [part]: figures }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
