import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildOpenApi } from '@/lib/contract/openapi/build-openapi'
import { sessionTtlSeconds } from '@/lib/core/shared/time/durations'
import { covers } from '@/lib/testing/covers'
import { SETTINGS } from '@/scripts/settings.mjs'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
/** Joined into one line, so that sentences are found across line breaks. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('the documents', () => {
  it('begin with a README of at most 160 lines, whose first ten say what this is', () => {
    const lines = read('README.md').split('\n')
    expect(lines.length).toBeLessThanOrEqual(161)
    const start = inOneLine(lines.slice(0, 10).join('\n'))
    expect(
      ['issuer', 'verifier', 'campaigns', 'official European test cases', 'scoreboard'].filter(
        (word) => !start.includes(word),
      ),
    ).toEqual([])
  })

  it('tell what changed in at most thirty lines of 160 characters', () => {
    const lines = read('CHANGELOG.md').split('\n')
    expect(lines.length).toBeLessThanOrEqual(31)
    expect(lines.filter((line) => line.length > 160)).toEqual([])
  })

  it('are as long as a reader reads', () => {
    const words = (file: string): number => read(file).split(/\s+/).filter(Boolean).length
    const pagesIn = (folder: string): string[] =>
      readdirSync(new URL(`../../docs/${folder}`, import.meta.url)).map((file) => `docs/${folder}/${file}`)
    const subjects = [
      'docs/interface.md',
      'docs/scoreboard.md',
      'docs/pipelines.md',
      ...pagesIn('interface'),
      ...pagesIn('scoreboard'),
    ]
    const atMost = [
      ...['ARCHITECTURE.md', 'CONTRIBUTING.md'].map((file) => [file, 1500] as const),
      ['bench/performance.md', 2500] as const,
      ...subjects.map((file) => [file, 900] as const),
    ]
    expect(subjects.length).toBeGreaterThan(10)
    expect(atMost.filter(([file, bound]) => words(file) > bound)).toEqual([])
    // Each page of a subject has an example.
    expect(subjects.filter((file) => !read(file).includes('\n```'))).toEqual([])
  })

  it('explain at most fifteen words that differ from those of the field', () => {
    const glossary = /\n## Words\n([\s\S]*?)\n## /.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
    const rows = glossary.split('\n').filter((line) => line.startsWith('| '))
    expect(rows.length).toBeGreaterThan(6)
    // Without the two header lines.
    expect(rows.length - 2).toBeLessThanOrEqual(15)
  })

  it('say where each variable of an example comes from', () => {
    const folders = ['docs/interface', 'docs/scoreboard']
    const files = folders.flatMap((folder) => [
      `${folder}.md`,
      ...readdirSync(new URL(`../../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`),
    ])
    const unsaid = files.flatMap((file) => {
      const text = read(file)
      const used = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(
        ([, code = '']) => code.match(/\$[A-Z]+\b/g) ?? [],
      )
      const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
      return [...new Set(used)].filter((name) => !prose.includes(`\`${name}\``)).map((name) => `${file}: ${name}`)
    })
    expect(unsaid).toEqual([])
  })

  it('ask for no newer curl than docs/ci.md promises', () => {
    const root = new URL('../../docs/', import.meta.url)
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    expect(read('docs/ci.md')).toContain('`curl` 7.76 or later')
    // --json came with 7.82.
    const newer = files.filter((file) => /\bcurl [^\n]*--json\b/.test(read(`docs/${file}`)))
    expect(newer).toEqual([])
  })

  it('are linked only where they are', () => {
    const root = new URL('../../', import.meta.url)
    const inFolder = (folder: string): string[] =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
    const files = [...readdirSync(root), ...inFolder('docs'), ...inFolder('bench')].filter((file) =>
      file.endsWith('.md'),
    )
    expect(files.length).toBeGreaterThan(30)
    const broken = files.flatMap((file) =>
      // Fenced code contains no links.
      [
        ...read(file)
          .replaceAll(/^```.*?^```/gms, '')
          .matchAll(/\]\((?:<([^>]+)>|([^)#\s]+))/g),
      ]
        .map(([, spaced, plain = '']) => spaced ?? plain)
        .filter((target) => !target.startsWith('http'))
        .filter((target) => !existsSync(new URL(target, new URL(file, root))))
        .map((target) => `${file}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('list every decision, and say which numbers have none', () => {
    const index = read('docs/decisions/README.md')
    const files = readdirSync(new URL('../../docs/decisions', import.meta.url)).filter((file) => /^\d/.test(file))
    expect(files.filter((file) => !index.includes(`](${file})`))).toEqual([])
    const numbers = new Set(files.map((file) => Number(file.slice(0, 4))))
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((one) => !numbers.has(one))
    expect(missing).toEqual([13, 14, 15, 17, 18, 19])
    expect(inOneLine(index)).toContain('The numbers 13 to 15 and 17 to 19 have never been used.')
  })

  it('name tests that there are for everybody in the threat model', () => {
    const rows = read('docs/threat-model.md')
      .split('\n')
      .filter((line) => line.startsWith('| **'))
    const who = [
      'Stranger',
      'Hostile wallet',
      'Malicious member',
      'Other organisation',
      'Rival',
      'Leaked key',
      'Curious operator',
      'Lost disk',
    ]
    expect(rows.map((row) => /\*\*(.+?)\*\*/.exec(row)?.[1])).toEqual(who)
    for (const row of rows) {
      const tests = [...row.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file)
      expect(tests.length).toBeGreaterThan(0)
      expect(tests.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([])
    }
  })

  it('give each setting the default that it has', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\| `([^`$]+)` +\|/gm)].map(
      ([, name, value]) => [name, value],
    )
    expect(rows).toContainEqual(['RETENTION_DAYS', '30'])
    const defaults = new Map(SETTINGS.map(({ name, fallback }) => [name, fallback]))
    expect(rows.filter(([name = '', value]) => defaults.get(name) !== value)).toEqual([])
  })

  covers('A4.15')
  it('say of holder keys that they were observed, not proven, as the description of the interface does', () => {
    const text = inOneLine(read('docs/interface.md'))
    expect(text).toContain('the holder keys observed in proofs')
    expect(text).not.toMatch(/holder keys that the wallet has proven/)
    const { responses, summary } = buildOpenApi().paths['/sessions/{sessionId}/jwks']?.get ?? {}
    expect(summary).toMatch(/observed/)
    expect(responses?.['200']?.description).toMatch(/observed.*refused.*attestation.*not say that the wallet proved/)
    expect(responses?.['409']?.description).toMatch(/No proof has shown a key/)
  })

  covers('D25')
  it('say what stays readable by the id of a session, and until when', () => {
    const minutes = sessionTtlSeconds / 60
    const sentences = [
      "Anyone who knows a session's id, and the operator token where one is set, can read its evidence for `RETENTION_DAYS` after the session began (0: for good); then an hourly job deletes it.",
      `a code that works until it is used or the session expires (${minutes} minutes, or \`expires_in\`)`,
      'The private key that decrypts responses is sealed, never shown, and deleted a day after its session ended.',
      `A session is open for ${minutes} minutes unless \`expires_in\` says otherwise`,
    ]
    const text = inOneLine(read('docs/redaction.md') + read('docs/limits.md'))
    expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
  })
})
