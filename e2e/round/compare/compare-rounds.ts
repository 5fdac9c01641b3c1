import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { diffLines } from './diff-lines'

/** Options for the report of a comparison. */
export interface CompareOptions {
  /** How many differences are printed; all are counted. */
  readonly differencesMax: number
  readonly print: (text: string) => void
}

/** How many lines of a difference, and characters of a line, are printed. */
const shown = { lines: 12, characters: 240 }

/**
 * Compares two recordings file by file and prints the differences. Returns the exit code: 0 if there are none,
 * otherwise 1.
 * @throws Error if one of them is not a finished recording
 */
export function compareRounds(before: string, after: string, { differencesMax, print }: CompareOptions): 0 | 1 {
  for (const round of [before, after])
    if (!existsSync(join(round, 'round.json'))) throw new Error(`${round} holds no finished round.`)
  const [inBefore, inAfter] = [new Set(filesOf(before)), new Set(filesOf(after))]
  const counts = { files: 0, lines: 0, differences: 0, differing: 0 }
  const report = (file: string, text: string) => {
    counts.differences += 1
    if (counts.differences <= differencesMax) print(`${file}\n${text}\n`)
  }
  for (const file of [...new Set([...inBefore, ...inAfter])].sort()) {
    counts.files += 1
    if (!inAfter.has(file) || !inBefore.has(file)) {
      counts.differing += 1
      report(file, inBefore.has(file) ? '- is missing in the second round' : '+ is missing in the first round')
      continue
    }
    const [one, other] = [before, after].map((round) => readFileSync(join(round, file), 'utf8'))
    const lines = (one ?? '').split('\n')
    counts.lines += lines.length
    if (one === other) continue
    counts.differing += 1
    for (const place of diffLines(lines, (other ?? '').split('\n'))) {
      const differing = place.filter(({ sign }) => sign !== ' ').map(({ text }) => text)
      const from = startOf(differing)
      const printed = place
        .slice(0, shown.lines)
        .map(({ sign, text }) => `${sign} ${sign === ' ' ? cut(text, 0) : cut(text, from)}`)
      report(
        file,
        [...printed, ...(place.length > shown.lines ? [`  and ${place.length - shown.lines} more lines`] : [])].join(
          '\n',
        ),
      )
    }
  }
  print(
    `Compared ${counts.files} files with ${counts.lines} lines: ${counts.differences} differences in ${counts.differing} files.`,
  )
  if (counts.files === 0) throw new Error('There was nothing to compare.')
  return counts.differences === 0 ? 0 : 1
}

/** Just before the position at which long lines first differ. */
function startOf([first = '', ...others]: readonly string[]): number {
  const last = others.at(-1) ?? first
  let at = 0
  while (at < first.length && first[at] === last[at]) at += 1
  return at >= first.length ? 0 : Math.max(0, at - 80)
}

const cut = (text: string, from: number): string =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + shown.characters)}${text.length > from + shown.characters ? '…' : ''}`

function filesOf(directory: string): string[] {
  const walk = (path: string): string[] =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => walk(join(path, name))) : [path]
  return walk(directory).map((path) => relative(directory, path))
}
