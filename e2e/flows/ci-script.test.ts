import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** `action/campaign.sh` against fake services. `ci-guide.test.ts` uses a real one. */
const script = resolve('action/campaign.sh')
const id = '11111111-1111-4111-8111-111111111111'
const key = 'a key?"\\$(id)'.replace(' ', '-')

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let folder: string
let servers: Server[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-script-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server that records method, path and key of each request. */
async function listen(answer: Answer) {
  const asked: { at: string; key: string | undefined; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    asked.push({ at: `${request.method} ${request.url}`, key: request.headers.authorization, body })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A service whose campaign is over or has one session left, with a report of this length. */
const service = ({
  markdown = '# As expected\n',
  tar = 200,
  next = '{"session":null}',
  refused = '{"error":"bundle_too_large","error_description":"The bundle would be longer."}',
  breaksOff = false,
} = {}) => {
  const answer: Answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const base = `http://${request.headers.host}`
    const format = searchParams.get('format')
    if (format === 'tar') response.statusCode = tar
    if (format === 'tar' && breaksOff) {
      response.writeHead(tar, { 'content-length': 100 }).write('a t', () => response.destroy())
      return
    }
    const texts: Readonly<Record<string, string>> = {
      '/healthz': '{}',
      '/campaigns': JSON.stringify({ campaign_id: id, page_url: `${base}/inspect/campaign/${id}` }),
      [`/campaigns/${id}/next`]: searchParams.has('after') ? '{"session":null}' : next,
      [`/campaigns/${id}`]: '{"steps":[]}',
    }
    const judged = '{"exit_code":0,"outcome":"As expected: no rule was broken."}'
    const reports: Readonly<Record<string, string>> = {
      ...{ json: judged, md: markdown, junit: '<testsuites/>', html: '<h1>', tar: tar === 200 ? 'a tar' : refused },
    }
    response.end(pathname.endsWith('/report') ? reports[format ?? ''] : (texts[pathname] ?? ''))
  }
  return listen(answer)
}

/** Runs the script in an empty folder without the repository. */
async function run(env: Readonly<Record<string, string>>, [shell = 'sh', ...args]: readonly string[] = []) {
  const output = join(folder, 'output')
  writeFileSync(output, '')
  const child = spawn(shell, [...args, script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'test' as const, TMPDIR: folder, GITHUB_OUTPUT: output },
      ...{ OPEN_LINK: 'false', RESULTS: 'results', ...env },
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  const [code] = await once(child, 'close')
  const read = (file: string) => readFileSync(join(folder, 'results', file), 'utf8')
  return { code, said, read, output: readFileSync(output, 'utf8') }
}

describe('the key', () => {
  it('goes to no other address, wherever the service redirects to', async () => {
    const other = await listen((_, response) => response.end('{}'))
    const moved = await listen((_, response) => response.writeHead(308, { location: `${other.url}/there` }).end())
    const refused = await run({ SERVICE: moved.url, API_KEY: key })
    expect([refused.code, refused.said]).toEqual([2, expect.stringContaining(`redirects to ${other.url}/there`)])
    expect(moved.asked).toEqual([{ at: 'GET /healthz', key: undefined, body: '' }])

    const later = await listen((request, response) =>
      request.method === 'GET' ? response.end('{}') : response.writeHead(307, { location: `${other.url}/there` }).end(),
    )
    const ended = await run({ SERVICE: later.url, API_KEY: key })
    expect([ended.code, ended.said]).toEqual([
      2,
      expect.stringMatching(/\nThe campaign could not be started: .* redirects, and no key goes there\..*\n$/),
    ])
    const silent = await listen((request, response) =>
      request.method === 'GET' ? response.end('{}') : request.socket.destroy(),
    )
    expect((await run({ SERVICE: silent.url })).said).toContain(
      'could not be started: The response has no body, or none came',
    )
    expect(later.asked.map(({ at, key: sent }) => [at, sent])).toEqual([
      ['GET /healthz', undefined],
      ['POST /campaigns', `Bearer ${key}`],
    ])
    expect(other.asked).toEqual([])
  })

  it('is sent as it is, to the address that was given, also where the service names itself differently', async () => {
    const other = await listen((_, response) => response.end('{}'))
    const named = await service()
    const answer: Answer = (request, response) =>
      request.method === 'POST' && request.url === '/campaigns'
        ? response.end(JSON.stringify({ page_url: `${other.url}/inspect/campaign/${id}` }))
        : response.writeHead(404).end('{}')
    const elsewhere = await listen((request, response) =>
      request.url === '/healthz' ? response.end('{}') : answer(request, response),
    )
    expect((await run({ SERVICE: elsewhere.url, API_KEY: key })).code).toBe(2)
    expect(elsewhere.asked.at(-1)).toMatchObject({ at: `GET /campaigns/${id}/next?wait=30`, key: `Bearer ${key}` })
    expect(other.asked).toEqual([])
    expect((await run({ SERVICE: named.url, API_KEY: key })).code).toBe(0)
    const [probe, ...others] = named.asked
    expect([probe?.key, ...new Set(others.map(({ key: sent }) => sent))]).toEqual([undefined, `Bearer ${key}`])
    expect((await run({ SERVICE: named.url, OPERATOR_TOKEN: key })).code).toBe(0)
    expect(named.asked.at(-1)?.key).toBe(`Bearer ${key}`)
    await run({ SERVICE: named.url })
    expect(named.asked.at(-1)?.key).toBeUndefined()
  })
})

describe('the script', () => {
  it.each(['sh', 'bash --posix'])('sends names as they are and leaves every result, in %s', async (shell) => {
    const { url, asked } = await service()
    const wallet = 'A "quoted" \\ name\nof two lines'
    const env = { SERVICE: `${url}/`, WALLET: wallet, PRESETS: 'one,two  th*ee', SILENCE: '7', AUTO_APPROVE: 'true' }
    const { code, said, read, output } = await run(env, shell.split(' '))
    expect([code, said]).toEqual([0, expect.stringContaining('As expected')])
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      presets: ['one', 'two', 'th*ee'],
      silence_seconds: 7,
      auto_approve: true,
      wallet: { name: 'A "quoted" \\ nameof two lines', version: '0' },
    })
    expect(read('bundle.tar')).toBe('a tar')
    expect(read('comment.md').split('\n')[0]).toMatch(/^<!-- wallet-capture: A[\w.]*_one_two__th_ee\.\d+ -->$/)
    expect(output.split('\n')).toEqual([
      'outcome=As expected: no rule was broken.',
      'exit-code=0',
      `campaign-url=${url}/inspect/campaign/${id}`,
      'comment-file=results/comment.md',
      '',
    ])
    expect(existsSync(join(folder, 'results/summary.all'))).toBe(false)
  })

  it('marks the comment of each job with its own first line, which stays the same in later runs', async () => {
    const { url } = await service()
    const presets = Array.from({ length: 40 }, (_, at) => `preset_${at}`).join(' ')
    const jobs = [
      { PRESETS: presets, WALLET: 'First' },
      { PRESETS: presets, WALLET: 'Second' },
      { PRESETS: `${presets} another`, WALLET: 'First' },
      // Letters that no marker contains.
      { CAMPAIGN: 'smoke', WALLET: 'Ä' },
      { CAMPAIGN: 'smoke', WALLET: 'Ö' },
    ]
    const markers: string[] = []
    for (const job of [...jobs, ...jobs]) {
      const marker = (await run({ SERVICE: url, ...job })).read('comment.md').split('\n')[0] ?? ''
      expect(marker).toMatch(/^<!-- wallet-capture: [\w.]{1,100} -->$/)
      markers.push(marker)
    }
    expect(new Set(markers).size).toBe(jobs.length)
    expect(markers.slice(jobs.length)).toEqual(markers.slice(0, jobs.length))
  })

  it('cuts summary and comment at their bounds, at the end of a line, and says so', async () => {
    const line = `| ${'ä'.repeat(400)} |\n`
    const { url } = await service({ markdown: `# Changed\n${line.repeat(2000)}` })
    const { code, read } = await run({ SERVICE: url })
    expect(code).toBe(0)
    for (const [file, max] of [
      ['summary.md', 900 * 1024],
      ['comment.md', 60_000],
    ] as const) {
      const text = read(file)
      expect([file, Buffer.byteLength(text) <= max, Buffer.byteLength(text) > max * 0.95]).toEqual([file, true, true])
      expect(text).toMatch(/ä \|\n\nThis is not all: the rest is in `report.html`.\n$/)
    }
  })

  it('goes on without a bundle that is refused, and says so where people read', async () => {
    const { url } = await service({ tar: 413 })
    const { code, said, read } = await run({ SERVICE: url })
    expect([code, said]).toEqual([0, expect.stringContaining('There is no signed bundle: The bundle would be longer.')])
    for (const file of ['summary.md', 'comment.md']) expect(read(file)).toContain('There is no signed bundle')
    expect(existsSync(join(folder, 'results/bundle.tar'))).toBe(false)
  })

  it.each([
    ['', 'The response has no body, or none came whole: curl ended with 22.'],
    [' \n\t ', 'the response does not say why.'],
    ['{"error":"refused","error_description":""}', '{"error":"refused","error_description":""}'],
    ['<html>\n<h1>413 Request Entity\nToo Large</h1>\n', '413 Request Entity Too Large'],
    [null, 'none came whole: curl ended with 18.'],
  ])('says why there is no bundle, also where the response says nothing of it: %j', async (body, why) => {
    const { url } = await service(body === null ? { breaksOff: true } : { tar: 413, refused: body })
    const { code, said, read } = await run({ SERVICE: url })
    const [, told = ''] = /There is no signed bundle: (.*)/.exec(said) ?? []
    expect([code, told]).toEqual([0, expect.stringContaining(why)])
    for (const file of ['summary.md', 'comment.md'])
      expect(read(file)).toContain(`There is no signed bundle: ${told}\n`)
    expect(existsSync(join(folder, 'results/bundle.tar'))).toBe(false)
  })

  it.each([
    ['no-such-program "$DEEPLINK"', 2],
    ['./no-program', 2],
    ['exit 1', 0],
    ['[ "$DEEPLINK" = openid4vp://x ]', 0],
  ])('tells a command that cannot be run from a wallet that shows an error: %s', async (command, code) => {
    const next = JSON.stringify({ session_id: id, deeplink: 'openid4vp://x', preset: 'one' })
    const { url, asked } = await service({ next })
    writeFileSync(join(folder, 'no-program'), '', { mode: 0o600 })
    const ended = await run({ SERVICE: url, OPEN_LINK: command })
    expect([ended.code, ended.said]).toEqual([code, expect.stringContaining(code === 2 ? 'OPEN_LINK' : 'As expected')])
    expect(ended.output).toContain(`exit-code=${code}\n`)
    const answered = asked.filter(({ at }) => at.endsWith('/answer')).map(({ body }) => JSON.parse(body).shown)
    expect(answered).toEqual(command === 'exit 1' ? ['error'] : [])
  })

  it.each([
    [{ SERVICE: '' }, 'SERVICE is missing'],
    [{ OPEN_LINK: 'open "$DEEPLINK' }, 'OPEN_LINK is no command that sh can read'],
    [{ OPEN_LINK: '' }, 'OPEN_LINK is missing'],
    [{ FAIL_ON: 'most' }, 'FAIL_ON must be one of: must should info.'],
    [{ STRICT: 'yes' }, 'STRICT must be one of'],
    [{ SILENCE: '1; id' }, 'whole numbers'],
    [{ EXPECTED: 'missing.txt' }, 'There is no missing.txt.'],
    [{ API_KEY: 'two\nlines' }, 'holds a character that no key has'],
    [{ SERVICE: 'file:///etc' }, 'does not respond'],
  ])('ends with 2 for %j before anything is asked', async (wrong, problem) => {
    const { url, asked } = await service()
    const { code, said, output } = await run({ SERVICE: url, ...wrong })
    expect([code, said]).toEqual([2, expect.stringContaining(problem)])
    expect(output).toContain('exit-code=2')
    expect(output).toMatch(/comment-file=\n$/)
    expect(asked).toEqual([])
  })
})
