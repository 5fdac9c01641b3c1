import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardColumns } from '@/components/scoreboard/board-columns'
import { toCsv } from '@/lib/core/scoreboard/rows/export-rows'
import { readCompactScoreboard } from '@/lib/core/scoreboard/rows/scoreboard-row'
import { installContainer } from '@/lib/server/container'
import { png } from '@/lib/testing/artifacts'
import { openBuiltPages } from '@/lib/testing/built-pages'
import { covers } from '@/lib/testing/covers'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

/** The scoreboard's pages for a reader without JavaScript, over a real PocketBase. */
const marker = 'Xq7PrivateMarker'
const slug = 'xq7-private-slug'
const odd = '<script>alert("x")</script> \u202eשלום 🎫'
let pages: Awaited<ReturnType<typeof openBuiltPages>>
let world: ScoreboardWorld
let privateId: string
/** Addresses of its execution's files. */
let privateFiles: string[] = []
let rows: ReturnType<typeof rowOf>[]
/** The pages before the first result. */
let empty: { readonly board: string; readonly start: string }
beforeAll(async () => {
  pages = await openBuiltPages()
  world = await openScoreboardWorld({ pages: pages.pages })
  installContainer(world.service.container)
  empty = { board: (await get('/scoreboard')).html, start: (await get('/')).html }
  const owner = world.organization.id
  await world.create('wallets', { name: 'Moss', canonified_name: 'moss', owner, published: true })
  await world.create('wallets', { name: marker, canonified_name: slug, owner })
  const logo = new File([new Uint8Array(png())], 'logo.png', { type: 'image/png' })
  await world.create('wallets', { name: 'Papyra', canonified_name: 'papyra', owner, published: true, logo })
  for (const name of ['wallet-0', 'wallet-1', 'wallet-2'])
    await world.create('wallets', { name, canonified_name: name, owner, published: true })
  const names = [...Array.from({ length: 24 }, (_, index) => `pipeline ${String(index).padStart(2, '0')}`), odd]
  const pipelines = await Promise.all(
    names.map((name, index) => world.pipeline(`p-${index}`, { name, canonified_name: `p-${index}` })),
  )
  const hidden = await world.pipeline('private', { name: marker, canonified_name: slug, definition: { marker } })
  privateId = hidden.id
  for (const path of ['acme/p-0', `acme/${slug}`]) {
    const form = new FormData()
    const times = { started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:00:09Z' }
    const names = { namespace: 'acme', pipeline: path, workflow_id: path, run_id: 'r' }
    form.append('execution', JSON.stringify({ ...names, ...times, status: 'completed', steps: [{ marker: path }] }))
    form.append('screenshots', new Blob([new Uint8Array(png())]))
    form.append('logs', new Blob(['a log']))
    const answer = await world.call('/api/pipeline/executions', { method: 'POST', body: form })
    expect(answer.status).toBe(201)
    const { artifacts } = await answer.json()
    privateFiles = Object.values<string[]>(artifacts).flat()
  }
  rows = [
    ...pipelines.map(({ id }, index) =>
      rowOf(id, {
        total_runs: 100,
        manual_executions: 100,
        total_successes: 100 - index * 4,
        min_execution_time: index === 24 ? '' : `${index + 9}s`,
        last_execution_date: `2026-11-20T10:${String(index).padStart(2, '0')}:00Z`,
        ...(index === 0
          ? {
              last_execution: {
                ...{ workflow_id: 'acme/p-0', run_id: 'r' },
                wallet_used: ['acme/moss', `acme/${slug}`],
                conformance_tests: ['openid4vci/1.0/proof/vci.proof.jwt.aud', 'own/check'],
              },
            }
          : {}),
        ...(index === 1
          ? {
              last_execution: {
                wallet_used: ['papyra', 'wallet-0', 'wallet-1', 'wallet-2'].map((name) => `acme/${name}`),
              },
            }
          : {}),
      }),
    ),
    rowOf(privateId, { last_execution: { workflow_id: `acme/${slug}`, run_id: 'r' } }),
  ]
  expect((await world.save({ aggregated_pipelines: rows })).status).toBe(200)
  await setPrivate({ published: false, scoreboard_visibility: 'follow_published' })
}, 600_000)
afterAll(async () => {
  await world.close()
})

const setPrivate = (members: Record<string, unknown>) =>
  world.client.sdk.collection('pipelines').update(privateId, members)
const get = async (path: string, headers: Record<string, string> = { accept: 'text/html' }) => {
  const response = await fetch(world.service.baseUrl + path, { headers, redirect: 'manual' })
  return { status: response.status, html: await response.text(), headers: response.headers }
}
/** The visible page, without the data for scripts. */
const drawn = (html: string): string => html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '')
const namesIn = (html: string): string[] =>
  [...drawn(html).matchAll(/<th scope="row"[\s\S]*?href="\/hub\/pipelines\/acme\/(p-\d+)"/g)].map(
    ([, name]) => name ?? '',
  )

describe('the scoreboard without JavaScript', () => {
  covers('S71')
  it('speaks to visitors as long as there is no result, and so does the start page', () => {
    expect(drawn(empty.board)).toContain('No results yet')
    expect(drawn(empty.board)).toContain('Test your own wallet')
    expect(drawn(empty.board)).not.toContain('npm run')
    expect(drawn(empty.board)).not.toContain('<table')
    expect(drawn(empty.start)).toContain('From the scoreboard')
    expect(drawn(empty.start)).toContain('No published pipeline has a result yet.')
  })

  covers('B1.1', 'B2.6', 'B4.6', 'S65')
  it('has all its columns in order, and the first page, latest run first', async () => {
    const { status, html } = await get('/scoreboard')
    expect(status).toBe(200)
    const heads = [...drawn(html).matchAll(/<th scope="col"[^>]*>([\s\S]*?)<\/th>/g)]
    // Each name occurs twice: as a link, and as plain text for narrow screens.
    const namesOf = heads.map(([, head]) =>
      (head ?? '').replace(/<span[^>]*>[^<]*<\/span>/, '').replaceAll(/<[^>]*>/g, ''),
    )
    expect(namesOf).toEqual(boardColumns.map(({ header }) => header))
    const expected = Array.from({ length: 20 }, (_, index) => `p-${24 - index}`)
    expect(namesIn(html)).toEqual(expected)
    expect(drawn(html)).toContain('1–20 of 25')
    const lines = drawn(html).match(/<tr[^>]*><th scope="row"[\s\S]*?<\/tr>/g) ?? []
    expect(lines).toHaveLength(20)
    for (const line of lines) expect(line.match(/<t[hd][ >]/g)).toHaveLength(boardColumns.length)
    // No picture is asked for before somebody wants to see it.
    expect(drawn(html)).not.toMatch(/<img[^>]*\/media\/executions\//)
  })

  covers('S67')
  it('has half as many rows on a phone, unless its address says how many', async () => {
    const phone = {
      accept: 'text/html',
      'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Mobile Safari/537.36',
    }
    const { html } = await get('/scoreboard', phone)
    expect(namesIn(html)).toHaveLength(10)
    expect(drawn(html)).toContain('1–10 of 25')
    expect(drawn(html)).toContain('href="/scoreboard?size=10&amp;page=2"')
    expect(namesIn((await get('/scoreboard?size=20', phone)).html)).toHaveLength(20)
  })

  it('shows the logo of a thing, and its first letter where it has none', async () => {
    const { html } = await get('/scoreboard?wallet=acme%2Fpapyra')
    expect(namesIn(html)).toEqual(['p-1'])
    const [logo = ''] = /\/media\/entities\/wallets\/\w+\/[^"]+/.exec(drawn(html)) ?? []
    expect((await get(logo)).status).toBe(200)
    expect(drawn((await get('/scoreboard?wallet=acme%2Fmoss')).html)).not.toContain('/media/entities/')
  })

  covers('S68')
  it('opens a row to what its line has no room for, which the browser does by itself', async () => {
    const { html } = await get('/scoreboard?wallet=acme%2Fpapyra')
    const page = drawn(html)
    expect(page).toMatch(/>\+3<span class="sr-only"> more: Wallets/)
    expect(page).toMatch(/<input type="checkbox"[^>]*data-details/)
    const [opened = ''] = /<tr[^>]*data-opened[\s\S]*?<\/tr>/.exec(page) ?? []
    for (const name of ['wallet-0', 'wallet-1', 'wallet-2', 'papyra']) expect(opened).toContain(`acme%2F${name}"`)
    for (const words of ['Organisation', 'acme', '96.00 % of 100: 100 by hand', 'Last failure'])
      expect(opened).toContain(words)
  })

  it('leaves out empty columns if its visitor chooses so, and says which', async () => {
    const { html } = await get('/scoreboard?hide=empty')
    const heads = drawn(html).match(/<th scope="col"/g) ?? []
    expect(heads.length).toBeLessThan(boardColumns.length)
    expect(drawn(html)).toMatch(/Empty, so hidden as you chose: issuers, credentials, /)
    expect(drawn(html)).toContain('href="/scoreboard?hide=empty&amp;size=20&amp;page=2"')
  })

  it('names the sorts and filters of its address that it does not know', async () => {
    const { html } = await get('/scoreboard?sort=bogus&walet=moss')
    expect(drawn(html)).toContain('There is no sort `bogus`: showing the latest first.')
    expect(drawn(html)).toContain('There is no filter `walet`: showing the rows without it.')
    expect(namesIn(html)).toHaveLength(20)
    expect(drawn((await get('/scoreboard?sort=-name')).html)).not.toContain('There is no')
  })

  covers('B4.7', 'B4.8', 'S68')
  it('sorts, pages and filters by links', async () => {
    const { html } = await get('/scoreboard?sort=-success_rate&size=10&page=2')
    expect(namesIn(html)).toEqual(Array.from({ length: 10 }, (_, index) => `p-${10 + index}`))
    const [, sorted] = /<th scope="col" aria-sort="(\w+)"/.exec(html) ?? []
    expect(sorted).toBe('descending')
    expect(html.match(/aria-sort/g)?.length).toBe(1)
    expect(drawn(html)).toContain('href="/scoreboard?sort=success_rate&amp;size=10"')
    for (const target of ['?sort=-success_rate&amp;size=10"', '&amp;page=3"', '?sort=-success_rate&amp;size=50"'])
      expect(drawn(html)).toContain(target)
    expect(namesIn((await get('/scoreboard?page=999')).html)).toHaveLength(5)
    expect(namesIn((await get('/scoreboard?wallet=acme%2Fmoss')).html)).toEqual(['p-0'])
    expect(drawn((await get('/scoreboard?q=nothing-like-this')).html)).toContain('No pipelines match these filters.')
    const shortest = await get('/scoreboard?sort=minimum_running_time&size=50')
    expect(namesIn(shortest.html).slice(0, 3)).toEqual(['p-0', 'p-1', 'p-2'])
    expect(namesIn(shortest.html).at(-1)).toBe('p-24')
  })

  covers('S44')
  it('leads to pipelines, and from what they use to the rows that have it', async () => {
    const { html } = await get('/scoreboard?sort=-screenshot&size=10')
    expect(drawn(html)).toContain('href="/scoreboard?wallet=acme%2Fmoss"')
    expect(html).not.toContain('not public')
    expect(drawn(html)).toMatch(/href="\/media\/executions\/\w+\/screenshots_1_\w+\.png"/)
    expect(drawn(html)).toContain('openid4vci/1.0/proof')
  })

  covers('S72')
  it('shows names as text, whatever is in them', async () => {
    for (const path of ['/scoreboard', '/hub/pipelines/acme/p-24']) {
      const { html } = await get(path)
      expect(html).not.toContain('<script>alert')
      expect(drawn(html)).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    }
  })

  it('has a picture of its numbers for links to it, and a session one of how it ended', async () => {
    const pictured = async (path: string) => {
      const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec((await get(path)).html) ?? []
      expect(address).toBe(`${world.service.baseUrl}${path}/picture`)
      const picture = await fetch(address)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      return [...new Uint8Array(await picture.arrayBuffer()).subarray(16, 24)]
    }
    const made = await fetch(`${world.service.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { session_id: session } = await made.json()
    for (const path of ['/scoreboard', `/inspect/presentation/${session}`])
      expect([path, ...(await pictured(path))]).toEqual([path, 0, 0, 4, 176, 0, 0, 2, 118])
  })

  it('is 60 KB packed at most', async () => {
    const { html } = await get('/scoreboard')
    expect(gzipSync(html).length).toBeLessThan(60_000)
    expect(brotliCompressSync(html).length).toBeLessThan(60_000)
  })
})

describe('a pipeline of the hub', () => {
  covers('B1.1', 'B4.9')
  it('has its result, what it uses, its runs, and the files of its latest success', async () => {
    const { status, html } = await get('/hub/pipelines/acme/p-0')
    expect(status).toBe(200)
    const page = drawn(html)
    for (const part of ['pipeline 00', '100/100', '100 %', '9.0 s', 'Moss', 'completed', 'Log'])
      expect(page).toContain(part)
    const addresses = [...page.matchAll(/(?:src|href)="(\/media\/executions\/[^"?]+)/g)].map(([, found]) => found ?? '')
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) expect((await get(address)).status).toBe(200)
    // Its checks are listed without JavaScript too.
    for (const check of ['openid4vci/1.0/proof/vci.proof.jwt.aud', 'own/check']) expect(page).toContain(check)
  })

  it('has its trend, its badge, and a picture for links to it', async () => {
    const { html } = await get('/hub/pipelines/acme/p-1')
    expect(drawn(html)).toMatch(/96 % since <time dateTime="20\d\d-\d\d-\d\d"/)
    expect(drawn(html)).toContain('src="/badge/pipeline/acme/p-1.svg"')
    expect((await get('/badge/pipeline/acme/p-1.svg')).html).toContain('96/100 (96 %)')
    const [, card = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(card).toBe(`${world.service.baseUrl}/badge/pipeline/acme/p-1.png`)
    const picture = await fetch(card)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = new Uint8Array(await picture.arrayBuffer())
    expect([...bytes.subarray(16, 24)]).toEqual([0, 0, 4, 176, 0, 0, 2, 118])
    // A name that our font cannot draw does not make the library fetch fonts.
    expect((await get('/badge/pipeline/acme/p-24.png')).status).toBe(200)
  })

  covers('S41')
  it.each([
    '/hub/pipelines/acme/nothing',
    '/hub/pipelines/nobody/p-0',
    `/hub/pipelines/acme/${slug}`,
    '/hub/pipelines/acme/%22',
  ])('%s is 404, as if it were not there', async (path) => {
    const { status, html } = await get(path)
    expect(status).toBe(404)
    expect(html).not.toContain(marker)
    expect(drawn(html)).toContain('This pipeline does not exist or is not public')
  })
})

describe('the start page', () => {
  covers('B4.10', 'S70')
  it('shows four named pipelines at random, others each time', async () => {
    const samples = new Set<string>()
    for (let load = 0; load < 12; load++) {
      const { html } = await get('/')
      const [, section = ''] = /aria-labelledby="scoreboard"([\s\S]*?)<\/section>/.exec(drawn(html)) ?? []
      const names = [...section.matchAll(/href="\/hub\/pipelines\/acme\/(p-\d+)"/g)].map(([, name]) => name)
      expect(new Set(names).size).toBe(4)
      expect(section).toContain('4 of 25 pipelines, at random')
      if (names.includes('p-0')) expect(section).toContain('Last 1 run: 0 failed')
      expect(section).toContain('href="/scoreboard"')
      samples.add(names.join())
    }
    expect(samples.size).toBeGreaterThan(1)
  })
})

describe('a private pipeline', () => {
  const targets = ['/', '/scoreboard', '/scoreboard?size=100', '/scoreboard?q=Xq7', '/hub/pipelines/acme/p-0']

  covers('S40', 'S41')
  it('is in no page, and in nothing that pages send to scripts', async () => {
    for (const path of [...targets, `/hub/pipelines/acme/${slug}`])
      for (const headers of [{ accept: 'text/html' }, { accept: '*/*', rsc: '1' }]) {
        const { html } = await get(path, headers as Record<string, string>)
        // The requested address may be repeated in the page; nothing else of it may.
        const told = html.replaceAll(path, '').replaceAll(`"${slug}"`, '')
        expect([path, told.includes(marker), told.includes(privateId)]).toEqual([path, false, false])
        if (!path.includes(slug)) expect(html).not.toContain(slug)
      }
  })

  covers('S41')
  it('is in no file of rows, and none of its files is served', async () => {
    const { html: rows } = await get('/api/scoreboard/rows')
    const csv = toCsv(readCompactScoreboard(JSON.parse(rows)))
    expect(csv).toContain('pipeline 00')
    for (const text of [rows, csv])
      expect([marker, slug, privateId].filter((secret) => text.includes(secret))).toEqual([])
    expect(privateFiles).toHaveLength(2)
    for (const address of privateFiles) expect((await get(new URL(address).pathname)).status).toBe(404)
    for (const form of ['svg', 'png']) expect((await get(`/badge/pipeline/acme/${slug}.${form}`)).status).toBe(404)
  })

  it('comes and goes at once', async () => {
    const seen = async () => (await get('/scoreboard?q=Xq7PrivateMarker')).html.includes(`/hub/pipelines/acme/${slug}`)
    await setPrivate({ published: true })
    expect(await seen()).toBe(true)
    await setPrivate({ published: false })
    expect(await seen()).toBe(false)
  })

  it('is a row without name, link and picture, on the scoreboard and nowhere else', async () => {
    for (const scoreboard_visibility of ['', 'listed']) {
      await setPrivate({ scoreboard_visibility })
      const { html } = await get('/scoreboard?size=100')
      expect(drawn(html)).toContain('Private pipeline')
      expect(html).not.toContain(marker)
      expect(html).not.toContain(slug)
      for (let asked = 0; asked < 5; asked++) expect(drawn((await get('/')).html)).not.toContain('Private pipeline')
    }
    await setPrivate({ scoreboard_visibility: 'follow_published' })
  })
})

describe('wallets', () => {
  it('stand above the pipelines and on a page of all, with what counted runs of public pipelines tell', async () => {
    expect(drawn((await get('/scoreboard')).html)).not.toContain('id="wallets"')
    expect(drawn((await get('/wallets')).html)).toContain('No counted run names a wallet yet.')
    const day = new Date(world.service.now() - 24 * 60 * 60_000).toISOString()
    const execute = (pipeline: string, wallet: string, id: string, passed: number, total: number) =>
      world.execute({
        ...{ pipeline, started_at: day, closed_at: day, entities: { wallet_used: [wallet] } },
        steps: [{ id: 's', kind: 'issuance', session_id: crypto.randomUUID(), capabilities: [{ id, passed, total }] }],
      })
    await execute('acme/p-0', 'acme/moss', 'issue_sd_jwt', 13, 15)
    await execute('acme/p-0', 'acme/moss', 'refusals', 88, 88)
    await execute(`acme/${slug}`, 'acme/moss', 'browser', 1, 1)
    for (const name of ['papyra', 'wallet-0', 'wallet-1', 'wallet-2', slug])
      await execute('acme/p-1', `acme/${name}`, 'haip', 1, 1)
    expect((await world.save({ aggregated_pipelines: rows })).status).toBe(200)
    const { html } = await get('/scoreboard')
    const [section = ''] = /<section aria-labelledby="wallets"[\s\S]*?<\/section>/.exec(drawn(html)) ?? []
    expect(section.match(/<th scope="row"/g)).toHaveLength(5)
    expect(section).toContain('>Issue SD-JWT: 13 of 15 passed</span>')
    expect(section).toContain('>Refusals: 88 of 88 passed</span>')
    expect(section).toContain('href="/scoreboard?wallet=acme%2Fmoss#pipelines"')
    expect(section).not.toContain('>Browser: ')
    expect(section).toContain('aria-label="Last 2 runs: 0 failed"')
    expect(section).toMatch(/href="\/wallets"[^>]*>All 5 wallets</)
    expect(html).not.toContain(marker)
    // All pipelines are still in the document, below.
    expect(namesIn(html)).toHaveLength(20)
    const all = await get('/wallets')
    expect([all.status, drawn(all.html).match(/<th scope="row"/g)?.length]).toEqual([200, 5])
    expect(all.html).not.toContain(marker)
  })
})

describe('what is no page any more', () => {
  covers('B1.10', 'S77')
  it.each(['/my/scoreboard', '/my/scoreboard/wallet/x', '/api/my/results', '/api/all-results'])(
    '%s is 404 to every method, and leads nowhere',
    async (path) => {
      for (const accept of ['text/html', 'application/json'])
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const init = { method, headers: { accept }, redirect: 'manual' } as const
          const response = await fetch(world.service.baseUrl + path, init)
          await response.arrayBuffer()
          expect([method, response.status, response.headers.get('location')]).toEqual([method, 404, null])
        }
    },
  )
})

describe('while storage is down', () => {
  covers('S71')
  it('says so, and keeps no private copy', async () => {
    await world.server.end('SIGKILL')
    const board = await get('/scoreboard')
    expect([board.status, board.headers.get('retry-after')]).toEqual([503, '10'])
    expect(drawn(board.html)).toContain('Storage is away')
    expect(drawn(board.html)).toContain('Trying again in 10 s.')
    expect(board.html).toMatch(/<meta http-equiv="refresh" content="10"/)
    const pipeline = await get('/hub/pipelines/acme/p-0')
    expect(pipeline.status).toBe(503)
    expect(pipeline.headers.get('retry-after')).toBe('10')
    expect(drawn(pipeline.html)).toContain('Storage is away')
    for (const path of ['/wallets', '/w/AAAAAAAAAAAAAAAAAAAAAA', '/w/view/AAAAAAAAAAAAAAAAAAAAAA']) {
      const away = await get(path)
      expect([path, away.status, away.headers.get('retry-after')]).toEqual([path, 503, '10'])
      expect(drawn(away.html)).toContain('Storage is away')
    }
    for (const path of ['/checks', '/docs']) expect([path, (await get(path)).status]).toEqual([path, 200])
    const landing = await get('/')
    expect([landing.status, drawn(landing.html).includes('so no results can be shown')]).toEqual([200, true])
    await world.server.start()
    expect(namesIn((await get('/scoreboard')).html)).toHaveLength(20)
  })
})
