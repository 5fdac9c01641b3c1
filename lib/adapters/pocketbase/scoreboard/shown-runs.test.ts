import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A record of PocketBase, as far as the hook uses one. */
const recordOf = (values: Record<string, string>) => ({
  getString: (name: string) => values[name] ?? '',
  set: (name: string, value: string) => {
    values[name] = value
  },
  unhide: () => undefined,
})

/** Loads a module of the hooks with others in place of those that it requires. */
function moduleOf(name: string, required: (path: string) => unknown, globals: Record<string, unknown> = {}) {
  const module = { exports: {} as Record<string, unknown> }
  const text = readFileSync(new URL(`../../../../pb_hooks/scoreboard/${name}`, import.meta.url), 'utf8')
  new Function('module', 'require', '__hooks', ...Object.keys(globals), text)(
    ...[module, required, '', ...Object.values(globals)],
  )
  return module.exports
}

/** `other` has one public record; of `acme`, whose runs these are, every record is private. */
function answer(values: Record<string, string>): unknown {
  const { names, named, paths } = values
  if (names !== undefined) return JSON.parse(names).map((name: string) => [`id-of-${name}`, name])
  if (paths !== undefined)
    return JSON.parse(paths).map((path: string) => [path, Number(path === 'other/public-0'), ['wallets']])
  return JSON.parse(named ?? '[]').flatMap(([name, text]: [string, string]) =>
    [...text.matchAll(/\bacme\/hidden-\d+/g)].map(([path]) => [name, 'wallets', path]),
  )
}

/** The reasons of a page of runs that each name records of their own, as visitors read them, and what was asked for them. */
function shown(count: number) {
  let asked = 0
  const db = {
    json: (_: unknown, _sql: string, values: Record<string, string>) => {
      asked += 1
      return answer(values)
    },
  }
  const columns = moduleOf('columns.js', () => ({}))
  const { showRuns } = moduleOf('shown-runs.js', (path) => (path.endsWith('/sql.js') ? db : columns)) as {
    showRuns: (reader: object, records: object[], seenBy: () => () => boolean) => void
  }
  const runs = Array.from({ length: count }, (_, place) => ({
    owner: 'id-of-acme',
    reason: `acme/hidden-${place}, other/public-${place}`,
  }))
  const known = { seen: new Map(), organizations: new Map(), paths: new Map(), expressions: new Map() }
  const reader = { ...known, app: { db: () => db }, info: { auth: null }, left: 1024 * 1024 }
  const lookedUp = () => {
    throw new Error('A visitor was looked up, though the record is known to be private.')
  }
  showRuns(reader, runs.map(recordOf), () => lookedUp)
  return { reasons: runs.map(({ reason }) => reason), asked }
}

it('asks as much for the names in a page of runs as for those in one', () => {
  expect(shown(1)).toEqual({ reasons: ['[withheld], other/public-0'], asked: 3 })
  const page = shown(200)
  expect(page.reasons.slice(0, 2)).toEqual(['[withheld], other/public-0', '[withheld], [withheld]'])
  expect(page.asked).toBe(3)
})

it('asks nothing for runs that name nothing', () => {
  expect(shown(0).asked).toBe(0)
})
