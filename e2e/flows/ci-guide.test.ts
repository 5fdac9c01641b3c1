import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import { junitErrors } from '@/lib/testing/junit-errors'
import { startService, type TestService } from '@/lib/testing/service'
import { thorough } from '@/scripts/thorough.mjs'
import { artifactUrl, playJob, readJob, writeFiles } from './ci-job'

/** What the guide prints, as somebody who copied it has it. */
const guide = readFileSync('docs/ci.md', 'utf8')
const script = /```sh\n(#!\/bin\/sh\n[^`]*)```/.exec(guide)?.[1] ?? ''
const workflow = /```yaml\n([^`]*)```/.exec(guide)?.[1] ?? ''

const ref = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const hosted = 'http://localhost:3000'

it('names the service that judges the wallet by its commit or tag', () => {
  const { env, steps } = readJob(workflow)
  expect(Object.keys(env)).toEqual(['SERVICE_REPOSITORY', 'SERVICE_REF'])
  expect(steps.map(({ name, uses }) => name ?? uses)).toEqual([
    'Check out the wallet',
    'Check out Wallet Capture',
    'actions/setup-node@v4',
    'Start Wallet Capture',
    'Run the campaign',
    'Keep the evidence',
    'Write the summary',
  ])
})

describe('the workflow of the guide, played by a shell in the repository of a wallet', () => {
  let place: string
  let folder: string
  /** The service, where a thorough test does not start it from a clone. Its clock is the real one. */
  let service: TestService | null
  let address: string
  beforeAll(async () => {
    // Inside the source tree, so that the bundle of the wallet finds the packages it needs.
    mkdirSync('dist', { recursive: true })
    place = mkdtempSync(resolve('dist', 'ci-job-'))
    service = thorough ? null : await startService()
    address = service?.baseUrl ?? `http://localhost:${await freePort()}`
  })
  afterAll(async () => {
    await service?.close()
    rmSync(place, { recursive: true, force: true })
  })

  /** A clean clone in a thorough test; otherwise a service that runs already, and its wallet as one program. */
  async function checkOutInto(path: string): Promise<() => void> {
    if (thorough)
      return () => {
        execFileSync('git', ['clone', '--quiet', resolve('.'), path])
        execFileSync('git', ['-C', path, 'checkout', '--quiet', ref])
        // What npm would install. A link out of the clone is more than the build follows.
        cpSync(resolve('node_modules'), join(path, 'node_modules'), { recursive: true, verbatimSymlinks: true })
      }
    const outfile = join(place, 'wallet.mjs')
    await build({
      ...{ entryPoints: ['lib/wallet/cli.ts'], outfile, bundle: true, platform: 'node', format: 'esm' },
      ...{ packages: 'external', logLevel: 'silent' },
    })
    const scripts = { start: 'true', wallet: `"${process.execPath}" "${outfile}"` }
    return () => writeFiles(path, { 'package.json': JSON.stringify({ scripts }), 'package-lock.json': '{}' })
  }

  /** Plays the job in a fresh repository, in which the wallet breaks a rule in some presets. */
  async function play(name: string, misbehaving: string) {
    folder = join(place, name, 'wallet')
    writeFiles(folder, { 'ci/campaign.sh': script, 'ci/expected-failures.txt': '# nothing is expected\n' })
    const checkOut = await checkOutInto(join(folder, 'wallet-capture'))
    const asked: string[] = []
    const job = await playJob(workflow, {
      folder,
      replace: {
        [hosted]: address,
        'wallet -- "$DEEPLINK"': `wallet -- "$DEEPLINK" $(case $PRESET in ${misbehaving}) echo "--misbehave vp.negative.rejected";; esac)`,
      },
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: new URL(address).port, NODE_ENV: 'production' },
      checkOut: (repository, commit) => {
        asked.push(repository, commit)
        checkOut()
      },
    })
    const read = (file: string) => readFileSync(join(job.artifact, file), 'utf8')
    return { ...job, asked, read, sessions: readdirSync(join(job.artifact, 'sessions')) }
  }

  it('is red for a broken rule, and keeps JUnit, HTML and HAR, and a summary that leads to them', async () => {
    const { code, said, asked, summary, read, sessions } = await play('red', 'bad_signature')
    expect([code, said]).toEqual([1, expect.stringContaining('Changed: 1 new failure.')])
    expect(asked).toEqual(['your-organisation/wallet-capture', 'the-commit-or-tag'])

    // Nobody outside the job reaches its address.
    const [junit, html, md] = ['xml', 'html', 'md'].map((ending) => read(`wallet-capture.${ending}`))
    for (const text of [
      junit,
      html,
      md,
      summary,
      ...sessions.filter((file) => file.endsWith('.html')).map((file) => read(`sessions/${file}`)),
    ])
      expect(text).not.toContain(`${address}/inspect`)
    expect(summary).toMatch(/^# Changed\n/)
    const links = [...summary.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link)
    expect(links.filter((link) => link === artifactUrl)).toHaveLength(9)
    expect(links.filter((link) => !link?.startsWith('https://'))).toEqual([])

    expect(await junitErrors(junit ?? '')).toEqual([])
    expect(junit).toMatch(/tests="7" failures="1" errors="0" skipped="0"/)
    const times = [...(junit ?? '').matchAll(/<testcase .*time="([^"]*)"/g)].map(([, time]) => Number(time))
    expect(times).toHaveLength(7)
    for (const time of times) expect(time).toBeGreaterThan(0)
    expect(junit).toMatch(/\nFix: .+\nSession: sessions\/[0-9a-f-]{36}\.html/)

    const linked = [...(html ?? '').matchAll(/href="(sessions\/[^"]*)"/g)].map(([, link]) => link ?? '')
    expect(linked).toHaveLength(7)
    for (const link of linked) {
      expect(read(link)).toContain('<h1>')
      const { log } = JSON.parse(read(link.replace(/html$/, 'har')))
      expect(log.entries.length).toBeGreaterThan(0)
    }
    expect(sessions).toHaveLength(14)
  }, 900_000)

  it('is green for a wallet that behaves', async () => {
    const { code, said, summary, read } = await play('green', 'none')
    expect([code, said]).toEqual([0, expect.stringContaining('As expected: no rule was broken.')])
    expect(summary).toMatch(/^# As expected\n/)
    expect(read('wallet-capture.xml')).toMatch(/tests="7" failures="0" errors="0" skipped="0"/)
  }, 900_000)
})
