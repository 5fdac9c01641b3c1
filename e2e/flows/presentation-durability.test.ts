import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAnsweredKept, expectNothingHalf, readEvidence } from '@/lib/testing/expect-whole-evidence'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { createHttpClient } from '@/lib/testing/http-client'
import { numberRequests } from '@/lib/testing/numbered-requests'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { holdStorage, webReady } from '@/lib/testing/strike'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/presentation/obtain-credential'

/** What must survive when a process is killed, for presentations. */
let pocketBase: TestPocketBase
let web: WebProcess
let credential: HeldCredential
beforeAll(async () => {
  pocketBase = await startPocketBase()
  web = await startWebProcess({ pocketBase })
  const { credentials } = await obtainCredential({ origin: web.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(async () => {
  await web.remove()
  await pocketBase.remove()
})

const presentationsInParallel = 200
/** Half of all: a presentation takes three requests. */
const answersBeforeStrike = 300

/** Runs 200 presentations at once, and kills the process when half of their requests are answered. */
async function drivePresentations(strike: () => Promise<void>) {
  let struck: Promise<void> | null = null
  const http = numberRequests(createHttpClient(web.baseUrl), (count) => {
    if (count >= answersBeforeStrike) struck ??= strike()
  })
  const presenters: HandPresenter[] = []
  const present = async (): Promise<void> => {
    const presenter = await createHandPresenter(web, credential, {}, http)
    presenters.push(presenter)
    expect((await http({ path: presenter.requestPath })).status).toBe(200)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
  }
  const ends = await Promise.allSettled(Array.from({ length: presentationsInParallel }, present))
  expect(struck).not.toBeNull()
  await struck
  await webReady(http)
  return { http, presenters, finished: ends.filter(({ status }) => status === 'fulfilled').length }
}

async function expectWholePresentations({ http }: Awaited<ReturnType<typeof drivePresentations>>): Promise<void> {
  const evidence = await readEvidence(pocketBase)
  expectAnsweredKept(evidence, http.answered, ({ path }) =>
    /^\/openid4vp\/sessions\/[^/]+\/(request|response)$/.test(path),
  )
  expectNothingHalf(evidence)
  const created = http.answered.filter(({ path, answer }) => path === '/openid4vp/sessions' && answer.status === 201)
  expect(created.length).toBeGreaterThan(0)
  for (const { answer } of created) {
    const id = String(answer.object().session_id)
    const types = (evidence.eventsOf.get(id) ?? []).map(({ type }) => type)
    expect(types.filter((type) => type === 'vp_session_created')).toHaveLength(1)
    expect((evidence.valuesOf.get(id) ?? []).filter(({ kind }) => kind === 'vp_nonce')).toHaveLength(1)
  }
  for (const exchange of evidence.exchanges) {
    if (exchange.operation !== 'sendPresentationResponse' || evidence.statusOf(exchange) !== 200) continue
    const types = (evidence.eventsAt.get(String(exchange.id)) ?? []).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['vp_presentation_response_received', 'vp_presentation_verified']))
    expect((exchange.findings as unknown[]).length).toBeGreaterThan(40)
  }
}

/** A session with a recorded response accepts no other; one whose response was lost accepts it now. */
async function expectUsable({ presenters }: Awaited<ReturnType<typeof drivePresentations>>): Promise<void> {
  for (const presenter of presenters.slice(-15)) {
    const { status } = await presenter.view()
    const answer = await presenter.answer(presenter.payload())
    if (status === 'presentation_validated')
      expect([answer.status, answer.object().error]).toEqual([400, 'response_already_received'])
    else expect([status, answer.status]).toEqual([status, 200])
    expect((await presenter.view()).status).toBe('presentation_validated')
  }
}

// A busy machine takes minutes for 200 presentations.
describe('kill -9 in the middle of 200 parallel presentations', { timeout: 180_000 }, () => {
  it.each([
    ['the web process', () => web.start()],
    [
      'both at the same moment',
      async () => {
        await pocketBase.end('SIGKILL')
        await pocketBase.start()
        await web.start()
      },
    ],
  ])('of %s loses nothing that was answered, and leaves no session half there', async (_name, startAgain) => {
    const driven = await drivePresentations(async () => {
      await holdStorage({ pocketBase, web })
      await web.end('SIGKILL')
      pocketBase.process().kill('SIGCONT')
      await startAgain()
    })
    expect(driven.finished).toBeLessThan(presentationsInParallel)
    await expectWholePresentations(driven)
    await expectUsable(driven)
    driven.http.close()
  })
})
