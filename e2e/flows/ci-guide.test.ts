import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@/lib/testing/free-port'
import { junitErrors } from '@/lib/testing/junit-errors'
import { startService, type TestService } from '@/lib/testing/service'
import { thorough } from '@/scripts/thorough.mjs'
import { playGitLab, playGitLabJob, playJob, readAction, readJob, runUrl, writeFiles } from './ci-job'

/** The guide as a reader would copy from it. */
const guide = readFileSync('docs/ci.md', 'utf8')
const [wallet = '', comment = '', gitlab = '', note = ''] = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text]) => text,
)
const action = readFileSync('action/action.yml', 'utf8')
const template = readFileSync('ci/gitlab-wallet.yml', 'utf8')

const operatorToken = 'the-"operator"-token\\of-this-test'
const program = (name: string) => spawnSync(name, ['--version']).error === undefined

describe('the guide', () => {
  it('uses the action and the script of this repository', () => {
    expect(guide).toContain('[`action/campaign.sh`](../action/campaign.sh)')
    expect(guide).not.toContain('#!/bin/sh')
    expect(action).toContain('sh "$GITHUB_ACTION_PATH/campaign.sh"')
    expect(template).toContain('sh .wallet-capture/action/campaign.sh')
    const { steps } = readJob(wallet)
    expect(steps.map(({ name, uses }) => name ?? uses)).toEqual([
      'actions/checkout@v4',
      'actions/setup-node@v4',
      'Run the campaign',
      'Keep the evidence',
    ])
    // Keep the script's bytes the same in every shell.
    expect(readFileSync('action/campaign.sh', 'utf8')).toMatch(/^#!\/bin\/sh\n/)
  })

  it('names every variable of the script, every input and every output', () => {
    const script = readFileSync('action/campaign.sh', 'utf8')
    const read = new Set([...script.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name ?? ''))
    for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'OPERATOR_TOKEN']) read.delete(name)
    expect(read.size).toBe(16)
    for (const name of read) expect(guide).toContain(`\`${name}\``)
    const { inputs, outputs, steps } = readAction(action)
    expect(inputs.map(([name]) => name).join()).toBe(
      'service,api-key,campaign,presets,wallet,wallet-version,open-link,expected,fail-on,strict,silence,results',
    )
    for (const [name] of inputs) expect(JSON.stringify(steps)).toContain(`inputs.${name} }}`)
    for (const [name] of outputs) expect(guide).toContain(`\`${name}\``)
  })

  it.skipIf(!program('actionlint'))('holds workflows in which actionlint finds nothing', () => {
    const folder = mkdtempSync(resolve('dist', 'actionlint-'))
    writeFiles(folder, { '.github/workflows/wallet.yml': wallet, '.github/workflows/comment.yml': comment })
    execFileSync('git', ['init', '--quiet', folder])
    const { stdout, status } = spawnSync('actionlint', { cwd: folder, encoding: 'utf8' })
    expect([stdout, status]).toEqual(['', 0])
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('the action in the repository of a wallet, played by a shell', () => {
  let place: string
  /** The port of the service. A thorough test lets the action start its own; otherwise one is already running. */
  let port: string
  let service: TestService | null
  let hosted: TestService
  beforeAll(async () => {
    // Inside the source tree, so that the wallet's bundle finds its packages.
    mkdirSync('dist', { recursive: true })
    place = mkdtempSync(resolve('dist', 'ci-job-'))
    service = thorough ? null : await startService()
    port = service === null ? String(await freePort()) : new URL(service.baseUrl).port
    hosted = await startService({ env: { OPERATOR_TOKEN: operatorToken } })
    const entryPoints = { wallet: 'lib/wallet/cli.ts', 'verify-report': 'lib/verify-report/cli.ts' }
    await build({
      ...{ entryPoints, outdir: place, outExtension: { '.js': '.mjs' }, bundle: true, platform: 'node', format: 'esm' },
      ...{ packages: 'external', logLevel: 'silent' },
    })
  })
  afterAll(async () => {
    await service?.close()
    await hosted?.close()
    rmSync(place, { recursive: true, force: true })
  })

  /**
   * Checks out the last commit without history, as a runner fetches an action. Without `THOROUGH`, a stand-in whose
   * start waits to be ended.
   */
  function checkOut(path: string): void {
    mkdirSync(path, { recursive: true })
    if (thorough) {
      execFileSync('git', ['archive', '--format', 'tar', '--output', `${path}.tar`, 'HEAD'])
      execFileSync('tar', ['-xf', `${path}.tar`, '-C', path])
      // Stands for `npm ci`. The build does not follow a link out of the clone.
      cpSync(resolve('node_modules'), join(path, 'node_modules'), { recursive: true, verbatimSymlinks: true })
      return
    }
    const waits = `const { writeFileSync } = await import('node:fs')
const lives = setInterval(() => {}, 1000)
process.on('SIGTERM', () => { writeFileSync('ended', ''); clearInterval(lives) })
`
    const scripts = { wallet: `"${process.execPath}" "${join(place, 'wallet.mjs')}"` }
    writeFiles(path, { 'package.json': JSON.stringify({ scripts }), 'scripts/start.mjs': waits })
    for (const folder of ['action', 'ci']) cpSync(folder, join(path, folder), { recursive: true })
  }

  /** A command that opens links in the reference wallet, which misbehaves in some presets. */
  const opened = (misbehaving: string) =>
    `"${process.execPath}" "${join(place, 'wallet.mjs')}" "$DEEPLINK" \${TX_CODE:+--tx-code "$TX_CODE"} $(case $PRESET in ${misbehaving}) echo "--misbehave vp.negative.rejected";; esac)`
  const env = () => ({ PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, NODE_ENV: 'production' as const })
  const results = (folder: string) => ({
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    sessions: readdirSync(join(folder, 'sessions')),
  })

  it('is red for a broken rule, starts and ends its own service, and keeps what leads to no address of the job', async () => {
    const folder = join(place, 'github', 'wallet')
    writeFiles(folder, { 'ci/expected-failures.txt': '# nothing is expected\n' })
    const asked: string[] = []
    let root = ''
    const job = await playJob(wallet, {
      folder,
      env: env(),
      inputs: { 'open-link': opened('bad_signature') },
      checkOut: (repository, commit, path) => {
        asked.push(repository, commit)
        root = path
        checkOut(path)
      },
    })
    expect([job.code, job.said]).toEqual([1, expect.stringContaining('Changed: 1 new failure.')])
    expect(asked).toEqual(['your-organisation/wallet-capture', 'the-commit-or-tag'])
    expect(job.leftRunning).toBe(0)
    if (!thorough) expect(existsSync(join(root, 'ended'))).toBe(true)
    const address = `http://localhost:${port}`
    expect(job.outputs).toMatchObject({
      'steps.campaign.outputs.outcome': 'Changed: 1 new failure.',
      'steps.campaign.outputs.exit-code': '1',
      'steps.campaign.outputs.campaign-url': expect.stringContaining(`${address}/inspect/campaign/`),
      'steps.campaign.outputs.comment-file': 'wallet-capture-results/comment.md',
    })

    const { read, sessions } = results(job.artifact)
    expect(readdirSync(job.artifact).sort().join()).toBe(
      'bundle.tar,comment.md,report.html,report.json,sessions,summary.md,wallet-capture.xml',
    )
    // Nobody outside the job can reach its address.
    const [junit, html, md, noted] = ['wallet-capture.xml', 'report.html', 'summary.md', 'comment.md'].map(read)
    const pages = sessions.filter((file) => file.endsWith('.html')).map((file) => read(`sessions/${file}`))
    for (const text of [junit, html, md, noted, ...pages])
      for (const gone of [`${address}/inspect`, `href="${address}`, `](${address}`]) expect(text).not.toContain(gone)
    expect(job.summary).toBe(md)
    expect(md).toMatch(/^# Changed\n/)
    expect(md).toContain('`bad_signature vp.negative.rejected`')
    const [marker, ...rest] = (noted ?? '').split('\n')
    expect([marker, rest.join('\n')]).toEqual([
      expect.stringMatching(/^<!-- wallet-capture: Reference_wallet_smoke\.\d+ -->$/),
      md,
    ])
    const links = [...(md ?? '').matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link)
    expect(links.filter((link) => link === runUrl)).toHaveLength(8)
    expect(links.filter((link) => !link?.startsWith('https://'))).toEqual([])

    expect(await junitErrors(junit ?? '')).toEqual([])
    expect(junit).toMatch(/tests="7" failures="1" errors="0" skipped="0"/)
    const times = [...(junit ?? '').matchAll(/<testcase .*time="([^"]*)"/g)].map(([, time]) => Number(time))
    expect(times).toHaveLength(7)
    for (const time of times) expect(time).toBeGreaterThan(0)
    expect(junit).toMatch(/\nFor the wallet: .+\nSession: sessions\/[0-9a-f-]{36}\.html/)

    const linked = [...(html ?? '').matchAll(/href="(sessions\/[^"]*)"/g)].map(([, link]) => link ?? '')
    expect(linked).toHaveLength(7)
    for (const link of linked) {
      expect(read(link)).toContain('<h1>')
      const { log } = JSON.parse(read(link.replace(/html$/, 'har')))
      expect(log.entries.length).toBeGreaterThan(0)
    }
    expect(sessions).toHaveLength(14)
    expect(JSON.parse(read('report.json')).campaign.verdict).toBe('fail')
    // The length is announced first, so a complete archive ends with two empty blocks.
    const bundle = readFileSync(join(job.artifact, 'bundle.tar'))
    expect(bundle.subarray(-1024).every((byte) => byte === 0)).toBe(true)
    expect(bundle.toString()).toContain(String(JSON.parse(read('report.json')).campaign.campaign_id))
  }, 900_000)

  it('as template of GitLab is green for what is expected, and tells of what passes, with a service that asks for a key', async () => {
    const capture = join(place, 'gitlab', 'capture')
    checkOut(capture)
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', capture, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args])
    git('init', '--quiet')
    git('add', 'action', 'ci')
    git('commit', '--quiet', '-m', 'as it is')
    const folder = join(place, 'gitlab', 'wallet')
    const list = 'bad_signature vp.negative.rejected # known\n\nclient_id_mismatch vp.negative.rejected'
    writeFiles(folder, { 'ci/expected-failures.txt': list })
    const job = await playGitLab(
      { template, own: gitlab.replaceAll('the-commit-or-tag', 'HEAD'), job: 'wallet' },
      {
        folder,
        env: {
          ...env(),
          ...{ CAPTURE_REPOSITORY: capture, SERVICE: hosted.baseUrl, API_KEY: operatorToken },
          OPEN_LINK: `[ -z "\${API_KEY:-}" ] || echo "the wallet sees the key"; ${opened('bad_signature')}`,
        },
      },
    )
    expect([job.code, job.said]).toEqual([
      0,
      expect.stringContaining('As expected, except for 1 expected failure that passes.'),
    ])
    expect(job.said).not.toContain('the wallet sees the key')
    const { read, sessions } = results(job.results)
    expect(sessions).toHaveLength(14)
    expect(read('wallet-capture.xml')).toMatch(/tests="7" failures="0" errors="0" skipped="1"/)
    expect(read('summary.md')).toMatch(/^# As expected\n/)
    expect(read('summary.md')).toContain('Line 3: `client_id_mismatch vp.negative.rejected`')
    // Readers of the comment can reach the service.
    expect(read('comment.md')).toContain(`${hosted.baseUrl}/inspect/campaign/`)
    expect(readFileSync(join(job.results, 'bundle.tar')).length).toBeGreaterThan(100_000)
    for (const file of ['summary.md', 'comment.md', 'report.json', 'bundle.tar'])
      expect(readFileSync(join(job.results, file)).includes(operatorToken)).toBe(false)

    // The root is where the guide says it is.
    const [, path] = /`ROOT\.pem` is `(\/[^`]*)`/.exec(guide) ?? []
    const pem = await (await fetch(hosted.baseUrl + path)).text()
    writeFiles(job.results, { 'ROOT.pem': pem })
    const checked = (...more: string[]) =>
      spawnSync(process.execPath, [join(place, 'verify-report.mjs'), 'bundle.tar', ...more], {
        cwd: job.results,
        encoding: 'utf8',
      })
    expect([checked().status, checked('--root', 'ROOT.pem').status]).toEqual([3, 0])
  }, 900_000)

  it('stops with 2 for a fork, which has no key for a service that asks for one', async () => {
    const child = promisify(execFile)('sh', [resolve('action/campaign.sh')], {
      cwd: mkdtempSync(join(place, 'fork-')),
      env: { PATH: process.env.PATH, NODE_ENV: 'test', SERVICE: hosted.baseUrl, API_KEY: '', OPEN_LINK: 'true' },
    })
    await expect(child).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('send the operator token') })
    expect(guide).toContain('A run of a fork has no secret')
  })

  it('stops with 2 and outputs where its own service cannot start', async () => {
    const folder = join(place, 'broken', 'wallet')
    writeFiles(folder, { 'ci/expected-failures.txt': '' })
    const unused = await freePort()
    const job = await playJob(wallet.replace('path: wallet-capture-results', 'path: ci'), {
      folder,
      env: { ...env(), PORT: String(unused) },
      checkOut: (_, __, path) => {
        cpSync('action', join(path, 'action'), { recursive: true })
        writeFiles(path, { 'scripts/start.mjs': 'console.error("no port"); process.exit(1)' })
      },
    })
    expect([job.code, job.said]).toEqual([2, expect.stringContaining('no port')])
    expect(job.outputs).toMatchObject({
      'steps.campaign.outputs.exit-code': '2',
      'steps.campaign.outputs.outcome': 'Wallet Capture did not start.',
      'steps.campaign.outputs.comment-file': '',
    })
  }, 60_000)
})

describe.skipIf(!program('jq'))('the workflow that posts the comment, played with a `gh` of the test', () => {
  const head = 'c0ffee'
  /** A fake `gh`: records what it was asked to do, and filters like the real one. */
  const gh = `#!/bin/sh
for argument; do
  case $argument in repos/*) path=$argument ;; esac
done
case "$*" in *--method\\ P*) printf '%s\\n' "$*" >>"$ASKED"; exit ;; esac
while [ "$1" != --jq ]; do shift; done
case $path in
  */pulls) answer=$PULLS ;;
  */comments) answer=$COMMENTS ;;
esac
printf '%s' "$answer" | jq -r "$2"
`
  const pulls = [
    { number: 6, head: { sha: 'older' } },
    { number: 7, head: { sha: head } },
  ]
  let place: string
  beforeAll(() => {
    mkdirSync('dist', { recursive: true })
    place = mkdtempSync(resolve('dist', 'ci-comment-'))
    writeFiles(place, { 'bin/gh': gh })
    chmodSync(join(place, 'bin/gh'), 0o755)
  })
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  async function post(text: string, more: { comments?: object[]; pulls?: object[]; event?: string } = {}) {
    const folder = mkdtempSync(join(place, 'run-'))
    writeFiles(folder, { 'left/comment.md': text, 'work/x': '' })
    const run = 'github.event.workflow_run'
    const job = await playJob(comment, {
      folder: join(folder, 'work'),
      artifact: join(folder, 'left'),
      env: {
        PATH: `${join(place, 'bin')}:${process.env.PATH}`,
        NODE_ENV: 'test',
        ...{ ASKED: join(folder, 'asked'), PULLS: JSON.stringify(more.pulls ?? pulls) },
        COMMENTS: JSON.stringify(more.comments ?? []),
      },
      context: {
        [`${run}.id`]: '1',
        [`${run}.event`]: more.event ?? 'pull_request',
        [`${run}.head_repository.owner.login`]: 'somebody',
        [`${run}.head_branch`]: 'a-branch',
        [`${run}.head_sha`]: head,
      },
    })
    const asked = existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8').trim() : ''
    return { ...job, asked }
  }
  const marker = '<!-- wallet-capture: smoke_Wallet -->'
  const by = (login: string, id: number, body: string) => ({ id, body, user: { login } })

  it('posts one at the pull request whose newest commit was judged, and replaces its own later', async () => {
    const first = await post(`${marker}\n# Changed\n`)
    expect([first.code, first.asked]).toEqual([
      0,
      'api --method POST repos/your-organisation/wallet/issues/7/comments -F body=@results/comment.md',
    ])
    const comments = [
      by('somebody', 1, marker),
      by('github-actions[bot]', 2, '<!-- wallet-capture: haip_Wallet -->'),
      by('github-actions[bot]', 3, `${marker}\n# As expected\n`),
    ]
    expect((await post(`${marker}\n# Changed\n`, { comments })).asked).toBe(
      'api --method PATCH repos/your-organisation/wallet/issues/comments/3 -F body=@results/comment.md',
    )
  })

  it('posts nothing for a push, for a commit that is no longer the newest, or a file that is no comment of ours', async () => {
    expect((await post(marker, { event: 'push' })).ran).toBe(false)
    expect(await post(marker, { pulls: pulls.slice(0, 1) })).toMatchObject({ code: 0, asked: '' })
    for (const text of ['# Win a prize\n', `${marker}\n${'x'.repeat(60_000)}`])
      expect(await post(text)).toMatchObject({ code: 1, asked: '' })
  })
})

describe('the job that posts the note, played with a GitLab of the test', () => {
  const marker = '<!-- wallet-capture: smoke_Wallet -->'
  const token = 'the-token-of-notes'
  const path = '/projects/5/merge_requests/7/notes'
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wallet-capture-note-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Posts with existing notes on several pages; returns what was written. */
  async function post(text: string | null, notes: readonly object[][] = [[]], more: Record<string, string> = {}) {
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
      if (request.headers['private-token'] !== token) return void response.writeHead(401).end()
      if (request.method !== 'GET') asked.push(`${request.method} ${pathname} ${JSON.parse(body).body}`)
      const page = Number(searchParams.get('page') ?? '1')
      if (page < notes.length) response.setHeader('X-Next-Page', String(page + 1))
      response.end(JSON.stringify(pathname === '/user' ? { id: 3 } : pathname === path ? notes[page - 1] : {}))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    rmSync(join(folder, 'wallet-capture-results'), { recursive: true, force: true })
    if (text !== null) writeFiles(folder, { 'wallet-capture-results/comment.md': text })
    const job = await playGitLabJob(
      { own: note, job: 'wallet-note' },
      {
        folder,
        env: {
          ...{ PATH: process.env.PATH, NODE_ENV: 'test' as const, NOTE_TOKEN: token },
          ...{ CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7' },
          CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          ...more,
        },
      },
    )
    server.close()
    return { ...job, asked }
  }
  const by = (id: number, author: number, body: string) => ({ id, author: { id: author }, body })

  it('posts one, and replaces its own later, on whatever page it is', async () => {
    const text = `${marker}\n# Changed\n`
    expect(await post(text)).toEqual({ code: 0, said: '', asked: [`POST ${path} ${text}`] })
    const others = [by(1, 4, `${marker}\nof somebody else`), by(2, 3, 'of another campaign')]
    expect((await post(text, [others, [by(9, 3, `${marker}\nolder`)]])).asked).toEqual([`PUT ${path}/9 ${text}`])
  })

  it('posts nothing of a campaign that could not run, outside a merge request, and without a token', async () => {
    expect(await post(null)).toEqual({ code: 0, said: '', asked: [] })
    expect(await post(`${marker}\n`, [[]], { CI_MERGE_REQUEST_IID: '' })).toEqual({ asked: [] })
    expect(await post(`${marker}\n`, [[]], { NOTE_TOKEN: '' })).toEqual({ asked: [] })
  })

  it('is red for what is no comment of ours, and for a token that may not write', async () => {
    expect(await post('@everyone')).toMatchObject({ code: 1, asked: [] })
    expect(await post(`${marker}\n${'x'.repeat(60_000)}`)).toMatchObject({ code: 1, asked: [] })
    const refused = await post(`${marker}\n`, [[]], { NOTE_TOKEN: 'another' })
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('GET /user: 401')])
    expect(refused.said).not.toContain(token)
  })
})
