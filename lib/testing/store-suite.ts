import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutContent } from '@/lib/core/engine/sessions/without-content'
import { campaignId, exchangeId, sessionId } from '@/lib/core/shared/ports/ids'
import { issuerIdOf } from '@/lib/core/shared/ports/laboratory'
import type { KeptRow, RunQuery, Store, UnboundBound } from '@/lib/core/shared/ports/store'
import { type Effect, type Session, type StandingValue, toLedgerExchange } from '@/lib/core/shared/ports/store-types'
import type { Workbench } from '@/lib/core/shared/ports/workbench'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { Json } from '@/lib/core/shared/values/json'
import { runs } from '@/scripts/thorough.mjs'
import {
  commitOf,
  sampleCampaign,
  sampleDcApi,
  sampleDeclaration,
  sampleEntered,
  sampleEvent,
  sampleExchange,
  sampleLaboratory,
  samplePresentation,
  sampleSession,
  sampleStart,
  sampleValue,
  sampleWorkbench,
} from './store-samples'

/** A store under test, with a ledger of 20 exchanges and its clock at `sampleStart`. */
export interface StoreUnderTest {
  readonly store: Store
  /** Another store over the same data, as after a restart; `null` when the data dies with the store. */
  readonly reopen: (() => Promise<Store>) | null
  readonly close: () => Promise<void>
}

export const suiteLedgerSize = 20

const later = (millis: number) => epochMillis(sampleStart + millis)
const committed = { status: 'committed', bytes: expect.any(Number) }

/** A client fingerprint. */
const fingerprint = (): string => randomBytes(8).toString('hex')
/** A text in stored form. */
const stored = (text: string): string => text.toWellFormed()
/** Texts with characters that are special in filters, or hard for storage, JSON and line-based formats. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        '\\',
        '\\"',
        '\\\\"',
        '@',
        '//',
        '||',
        '&&',
        '(',
        ')',
        '=',
        '!=',
        '?~',
        '%',
        '{:value}',
      ),
      fc.constantFrom(
        '\u0000',
        '\ud800',
        '\udc00',
        '\n',
        '\r',
        '\u2028',
        ' ',
        '1=1',
        'state',
        '@collection._superusers.id',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '')
const filterTexts = [
  '\\',
  '\\" || 1=1 //',
  "\\' || 1=1 //",
  '" || state != "',
  "' || 1=1 || '",
  '" || @collection._superusers.tokenKey ?~ "e%" //',
  '\u0000',
  '\ud800',
  '..',
  '../../_superusers/records',
  '%2e%2e',
  '?perPage=1',
]

/** The guarantees of the Store port. Each store runs all of them, so that a double promises neither more nor less. */
export function storeSuite(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store guarantees (${name})`, () => {
    let under: StoreUnderTest
    let store: Store
    beforeAll(async () => {
      under = await open()
      store = under.store
    })
    afterAll(() => under.close())

    const newSession = async () => {
      const session = sampleSession()
      await store.commit(commitOf({ session }))
      return session
    }
    const granted = async (changes: Parameters<typeof sampleValue>[0] = {}) => {
      const value = sampleValue(changes)
      await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'grant', value }] }))
      return value
    }

    describe('the mark of evidence', () => {
      it('changes with whatever is added to a session or near it, and with nothing else', async () => {
        const [session, other] = [await newSession(), await newSession()]
        const client = fingerprint()
        const at = { at: later(-60_000), client, issuerId: session.issuerConfigurationId }
        const query = {
          issuerId: session.issuerConfigurationId,
          clients: ['somebody', client],
          from: later(-60_001),
          to: later(-59_999),
        }
        const seen: (string | null)[] = []
        const mark = async () => {
          const told = await store.evidenceMark(session.sessionId, query)
          expect(await store.evidenceMark(session.sessionId, query)).toBe(told)
          return told
        }
        const changesBy = async (parts: Parameters<typeof commitOf>[0]) => {
          seen.push(await mark())
          await store.commit(commitOf(parts))
          const told = await mark()
          expect(seen).not.toContain(told)
        }
        const bound = sampleExchange({ ...at, sessionId: null })
        await changesBy({ events: [sampleEvent({ sessionId: session.sessionId })] })
        await changesBy({ exchange: sampleExchange({ sessionId: session.sessionId }) })
        await changesBy({ exchange: bound })
        await changesBy({ exchange: sampleExchange({ ...at, sessionId: other.sessionId }) })
        await changesBy({
          effects: [{ type: 'bind', exchangeId: bound.id, sessionId: other.sessionId }],
        })
        const before = await mark()
        await store.commit(commitOf({ events: [sampleEvent({ sessionId: other.sessionId })] }))
        for (const unlike of [{ client: 'another' }, { at: later(-59_998) }, { issuerId: 'another' }])
          await store.commit(commitOf({ exchange: sampleExchange({ ...at, sessionId: null, ...unlike }) }))
        expect(await mark()).toBe(before)
        expect(await store.evidenceMark(sessionId(randomUUID()), query)).toBeNull()
      })

      it('without clients changes with the session alone', async () => {
        const session = await newSession()
        const { sessionId: id, issuerConfigurationId: issuerId } = session
        const nearby = { issuerId, clients: [], from: later(-60_000), to: later(60_000) }
        const before = await store.evidenceMark(id, nearby)
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: null, issuerId }) }))
        expect(await store.evidenceMark(id, nearby)).toBe(before)
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }) }))
        expect(await store.evidenceMark(id, nearby)).not.toBe(before)
      })
    })

    describe('reading back', () => {
      it('a session is found by its id and by its offer, exactly as it was committed', async () => {
        const session = await newSession()
        expect(await store.session(session.sessionId)).toEqual(session)
        expect(await store.sessionByOffer(session.credentialOfferId)).toEqual(session)
      })

      it('a presentation session is found by its id, its state and its key, exactly as it was committed', async () => {
        const session = samplePresentation()
        const bare = samplePresentation({
          requestDelivery: 'by_value',
          requestUriMethod: 'get',
          responseType: 'vp_token id_token',
          responseMode: 'direct_post',
          request: {},
          requestProblems: [],
          sealedEncryptionKey: null,
          encryptionKid: null,
          requestSignerX5c: [],
          state: '',
        })
        const inBrowser = samplePresentation({
          sealedEncryptionKey: null,
          dcApi: sampleDcApi(),
          sealedEntryKeys: ['a.b', null],
        })
        for (const one of [session, bare, inBrowser]) {
          expect(await store.commit(commitOf({ session: one }))).toEqual(committed)
          expect(await store.session(one.sessionId)).toEqual(one)
        }
        expect(await store.sessionByState(session.state)).toEqual(session)
        expect(await store.sessionByEncryptionKid(session.encryptionKid ?? '')).toEqual(session)
      })

      it('a campaign comes back as it was committed, with its sessions of either kind, oldest first, and no others', async () => {
        const campaign = sampleCampaign()
        const { campaignId } = campaign
        const place = { campaignId, preset: 'sd_jwt_baseline' }
        const [first, second] = [
          sampleSession(place),
          samplePresentation({ ...place, createdAt: epochMillis(sampleStart + 1) }),
        ]
        const others = [sampleSession(), samplePresentation({ preset: 'bad_signature' })]
        expect(await store.commit(commitOf({ campaign }))).toEqual(committed)
        for (const session of [second, ...others, first]) await store.commit(commitOf({ session }))
        expect(await store.campaign(campaignId)).toEqual(campaign)
        expect(await store.campaignSessions(campaignId)).toEqual([first, second])
        const own = sampleCampaign({
          builtIn: null,
          trust: { framework: 'eu', walletPolicy: 'refuse' },
          autoApprove: true,
          transactionTemplate: {
            data: { type: 'payment', sum: [{ amount: 1.5 }] },
            requiredField: 'sum',
            outOfRange: {},
          },
        })
        const ofWorkbench = { workbench: sampleWorkbench().digest, ignoredMembers: ['colour'] }
        const driven = sampleCampaign({ autoApprove: true, startedBy: 'CI #1182', ...ofWorkbench })
        await store.commit(commitOf({ campaign: driven }))
        expect(await store.campaign(driven.campaignId)).toEqual(driven)
        await store.commit(commitOf({ campaign: own }))
        await store.commit(commitOf({ campaign: own }))
        expect(await store.campaign(own.campaignId)).toEqual(own)
        expect(await store.campaignSessions(own.campaignId)).toEqual([])
        expect(await store.session(others[1]?.sessionId ?? first.sessionId)).toEqual(others[1])
        expect(await store.campaign(sampleCampaign().campaignId)).toBeNull()
      })

      it('a workbench is found by each of its digests, changed by who read it last, and keeps its last number', async () => {
        const workbench = sampleWorkbench()
        const { digest, doorDigest, viewDigest } = workbench
        const before = await store.livingWorkbenches(sampleStart)
        expect(await store.commit(commitOf({ workbench }))).toEqual(committed)
        await store.commit(commitOf({ workbench: sampleWorkbench({ expiresAt: sampleStart }) }))
        expect(await store.livingWorkbenches(sampleStart)).toBe(before + 1)
        const found = await Promise.all([
          store.workbench('digest', digest),
          store.workbench('doorDigest', doorDigest),
          store.workbench('viewDigest', viewDigest),
        ])
        expect(found).toEqual([workbench, workbench, workbench])
        expect(await store.workbench('digest', doorDigest)).toBeNull()
        expect(await store.workbench('digest', '" || "')).toBeNull()
        const wallet = { name: 'Quillfern “beta” <1>', version: '2.4.1' }
        const changed = {
          ...sampleWorkbench(workbench),
          name: 'mine',
          wallet,
          viewNumber: 1,
          version: 2,
          lastNumber: 9,
        }
        const rework = (of: Workbench, replaces: number) =>
          store.commit(commitOf({ effects: [{ type: 'rework', workbench: of, replaces }] }))
        expect(await rework(changed, 1)).toEqual(committed)
        expect(await rework({ ...changed, name: 'late' }, 1)).toEqual({ status: 'lost', effects: [0] })
        expect(await rework(sampleWorkbench(), 1)).toEqual({ status: 'lost', effects: [0] })
        expect(await store.workbench('digest', digest)).toEqual({ ...changed, lastNumber: 0 })
      })

      it('each session of a workbench gets a number of its own, however many begin at once, and none after its end', async () => {
        const workbench = sampleWorkbench()
        const other = sampleWorkbench({ lastNumber: 40 })
        await store.commit(commitOf({ workbench }))
        await store.commit(commitOf({ workbench: other }))
        const expiresAt = later(40 * 86_400)
        const join = async (session: Session, digest = workbench.digest, at = later(5)) =>
          store.commit(
            commitOf({
              session: { ...session, workbench: digest },
              effects: [{ type: 'number', workbench: digest, sessionId: session.sessionId, at, expiresAt }],
            }),
          )
        const scans = [sampleSession({ startedBy: 'scan' }), samplePresentation(), sampleSession(), sampleSession()]
        expect(await Promise.all(scans.map((one) => join(one)))).toEqual(scans.map(() => committed))
        await join(scans[0] ?? sampleSession())
        expect(await join(sampleSession(), other.digest)).toEqual(committed)
        await store.commit(commitOf({ session: sampleSession() }))

        const query = { workbench: workbench.digest, after: 0, order: 'oldest', max: 100 } as const
        const all = await store.workbenchSessions(query)
        expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4])
        expect(new Set(all.map(({ sessionId }) => sessionId))).toEqual(new Set(scans.map(({ sessionId }) => sessionId)))
        expect(all.map(({ startedBy }) => startedBy).filter((one) => one !== undefined)).toEqual(['scan'])
        for (const one of all) expect(await store.session(one.sessionId)).toEqual(one)
        for (const one of all) expect(await store.assuming().session(one.sessionId)).toEqual(one)
        expect(await store.workbenchSessions({ ...query, after: 1, order: 'newest', max: 2 })).toEqual([all[3], all[2]])
        expect(await store.workbenchSessions({ ...query, kind: 'presentation' })).toEqual(
          all.filter(({ kind }) => kind === 'presentation'),
        )
        expect(await store.workbenchSessions({ ...query, workbench: 'x' })).toEqual([])
        expect((await store.workbenchSessions({ ...query, workbench: other.digest }))[0]?.number).toBe(41)
        const used = { lastNumber: 4, usedAt: later(5), expiresAt }
        expect(await store.workbench('digest', workbench.digest)).toEqual({ ...workbench, ...used })

        expect(await join(sampleSession(), workbench.digest, expiresAt)).toEqual({ status: 'lost', effects: [0] })
        expect(await join(sampleSession(), sampleWorkbench().digest)).toEqual({ status: 'lost', effects: [0] })
        expect(await store.workbenchSessions(query)).toEqual(all)
      })

      it('the campaigns of one wallet and version come newest first, and no more of them than are wanted', async () => {
        const wallet = { name: `Quill "fern" ${randomUUID()}`, version: '2.4.1' }
        const of = (seconds: number, members: object) => sampleCampaign({ createdAt: later(seconds), ...members })
        const [first, second, third] = [of(1, { wallet }), of(2, { wallet }), of(3, { wallet })]
        const others = [
          of(4, { wallet: { ...wallet, version: '2.4.10' } }),
          of(5, { wallet: { ...wallet, name: wallet.name.toUpperCase() } }),
        ]
        for (const campaign of [second, ...others, third, first]) await store.commit(commitOf({ campaign }))
        const asked = { wallet, operatorOnly: false, max: 9 }
        expect(await store.campaigns(asked)).toEqual([third, second, first])
        expect(await store.campaigns({ ...asked, max: 2 })).toEqual([third, second])
        expect(await store.campaigns({ ...asked, wallet: { ...wallet, version: '' } })).toEqual([])
      })

      it('what a person entered comes back for its wallet and version, in the order of the entries', async () => {
        const wallet = { name: `Quill "fern" ${randomUUID()}`, version: '2.4.1' }
        const [first, second, third] = [
          sampleEntered({ wallet }),
          sampleEntered({ wallet, result: 'withdrawn', note: '' }),
          sampleEntered({ wallet, result: 'failed' }),
        ]
        const other = sampleEntered({ wallet: { ...wallet, version: '2.4.2' } })
        for (const entered of [first, second, other, third]) await store.commit(commitOf({ entered }))
        expect(await store.commit(commitOf({ entered: first }))).toEqual(committed)
        const asked = { wallet, operatorOnly: false, max: 9 }
        expect(await store.enteredResults(asked)).toEqual([first, second, third])
        expect(await store.enteredResults({ ...asked, max: 2 })).toEqual([second, third])
        expect(await store.enteredResults({ ...asked, wallet: { ...wallet, name: '' } })).toEqual([])
      })

      it('who entered it and what shows it come back with it', async () => {
        const wallet = { name: `Quill ${randomUUID()}`, version: '2.4.1' }
        const evidence = [{ session_id: randomUUID(), note: 'a “film”' }, { sha256: 'ab'.repeat(32) }]
        const entered = (['person', 'driver'] as const).map((by) =>
          sampleEntered({ wallet, by, tester: 'Ada <Quill>', evidence }),
        )
        for (const one of entered) await store.commit(commitOf({ entered: one }))
        expect(await store.enteredResults({ wallet, operatorOnly: false, max: 9 })).toEqual(entered)
      })

      it('what a maker declared comes back for its wallet and version, in the order of the declarations', async () => {
        const wallet = { name: `Quill "fern" ${randomUUID()}`, version: '2.4.1' }
        const [first, second, third] = [
          sampleDeclaration({ wallet }),
          sampleDeclaration({ wallet, tester: null, items: {} }),
          sampleDeclaration({ wallet, byOperator: true, tester: { name: null, organisation: 'Fern' } }),
        ]
        const other = sampleDeclaration({ wallet: { ...wallet, version: '2.4.2' } })
        for (const declaration of [first, second, other, third]) await store.commit(commitOf({ declaration }))
        expect(await store.commit(commitOf({ declaration: first }))).toEqual(committed)
        const asked = { wallet, operatorOnly: false, max: 9 }
        expect(await store.declarations(asked)).toEqual([first, second, third])
        expect(await store.declarations({ ...asked, max: 1 })).toEqual([third])
        expect(await store.declarations({ ...asked, operatorOnly: true })).toEqual([third])
        expect(await store.declarations({ ...asked, wallet: { ...wallet, name: '' } })).toEqual([])
      })

      it('what the operator token came with can be had alone, and what came without it takes none of its places', async () => {
        const wallet = { name: `Quill ${randomUUID()}`, version: '2.4.1' }
        const own = sampleCampaign({ wallet, byOperator: true })
        const foreign = sampleCampaign({ wallet, byOperator: false })
        const newer = Array.from({ length: 3 }, () => sampleCampaign({ wallet, createdAt: later(1) }))
        const [said, told] = [true, false].map((byOperator) => sampleEntered({ wallet, byOperator }))
        for (const campaign of [own, foreign, ...newer]) await store.commit(commitOf(campaign ? { campaign } : {}))
        for (const entered of [said, told]) await store.commit(commitOf(entered ? { entered } : {}))
        expect(await store.campaigns({ wallet, operatorOnly: true, max: 1 })).toEqual([own])
        expect(await store.campaigns({ wallet, operatorOnly: false, max: 9 })).toHaveLength(5)
        expect(await store.enteredResults({ wallet, operatorOnly: true, max: 1 })).toEqual([said])
        expect(await store.enteredResults({ wallet, operatorOnly: false, max: 9 })).toEqual([said, told])
      })

      it('the sessions of all campaigns of a wallet come newest first, and again only once something was added', async () => {
        const wallet = { name: `Quill ${randomUUID()}`, version: '2.4.1' }
        const [own, foreign] = [
          sampleCampaign({ wallet, byOperator: true }),
          sampleCampaign({ wallet, byOperator: false }),
        ]
        const elsewhere = sampleCampaign({ wallet: { ...wallet, version: '2.4.2' } })
        for (const campaign of [own, foreign, elsewhere]) await store.commit(commitOf({ campaign }))
        const of = (seconds: number, campaign = own, members = {}) =>
          samplePresentation({ ...members, campaignId: campaign.campaignId, createdAt: later(seconds) })
        const [first, second, third] = [of(1, own, { preset: 'paths' }), of(3), of(2, foreign, { preset: 'paths' })]
        for (const session of [second, first, third, of(4, elsewhere)]) await store.commit(commitOf({ session }))
        const runOf = ({ sessionId, kind, preset, createdAt }: typeof first) => ({
          ...{ sessionId, kind, createdAt },
          preset: preset ?? null,
        })
        const asked = { wallet, operatorOnly: false, mark: null }
        const { mark, added: isPart, sessions } = await store.walletRuns(asked)
        expect(isPart).toBe(false)
        expect(sessions).toEqual([second, third, first].map(runOf))
        expect((await store.walletRuns({ ...asked, operatorOnly: true })).sessions).toEqual([second, first].map(runOf))
        const again = { ...asked, mark }
        expect(await store.walletRuns(again)).toEqual({ mark, added: true, sessions: null })
        await store.commit(commitOf({ session: of(5, elsewhere) }))
        expect((await store.walletRuns(again)).sessions).toBeNull()
        const newer = of(7)
        await store.commit(commitOf({ session: newer }))
        const since = await store.walletRuns(again)
        expect(since.sessions).toEqual((since.added ? [newer] : [newer, second, third, first]).map(runOf))
        for (const added of [
          { session: of(6) },
          { campaign: sampleCampaign({ wallet }) },
          { entered: sampleEntered({ wallet }) },
          { declaration: sampleDeclaration({ wallet }) },
        ]) {
          const before = (await store.walletRuns(asked)).mark
          await store.commit(commitOf(added))
          const after = await store.walletRuns({ ...asked, mark: before })
          expect([after.mark === before, after.sessions === null]).toEqual([false, false])
        }
      })

      it('results of sessions are kept as long as their evidence is what they were made of', async () => {
        const session = samplePresentation()
        const id = session.sessionId
        const other = samplePresentation()
        const add = () => store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }) }))
        for (const one of [session, other]) await store.commit(commitOf({ session: one }))
        await add()
        const key = randomUUID()
        const ask = async (under = key) => store.keptResults({ key: under, sessions: [id, other.sessionId] })
        const rowOf = (exchanges: number, text = 'first', of = id) => ({ sessionId: of, text, events: 0, exchanges })
        const { state, texts } = await ask()
        expect(texts.size).toBe(0)
        const keep = (row: KeptRow, readIn = state) => store.keepResults({ key, state: readIn, rows: [row] })
        // With another state, too little evidence, too much, and for no session.
        await keep(rowOf(1), 'another')
        await keep(rowOf(0))
        await keep(rowOf(2))
        await keep(rowOf(0, 'first', sessionId(randomUUID())))
        expect((await ask()).texts.size).toBe(0)
        expect(await keep(rowOf(1))).toBe(state)
        const kept = new Map([[id, 'first']])
        expect(await ask()).toEqual({ state, texts: kept })
        expect((await ask(randomUUID())).texts.size).toBe(0)
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: other.sessionId }) }))
        expect((await ask()).texts).toEqual(kept)
        await add()
        expect((await ask()).texts.size).toBe(0)
        await keep(rowOf(2, 'second'))
        expect((await ask()).texts).toEqual(new Map([[id, 'second']]))
        await store.commit(commitOf({ events: [sampleEvent({ sessionId: id })] }))
        expect((await ask()).texts.size).toBe(0)
      })

      it('whatever a text from outside holds, it finds what was stored with it and nothing else', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.uniqueArray(hostileText, { minLength: 2, maxLength: 6, selector: stored }),
            async (texts) => {
              const run = randomUUID()
              const rows = texts.map((end) => {
                const text = `${run}${end}`
                const wallet = { name: text, version: `${end}${run}` }
                return {
                  text,
                  session: samplePresentation({ state: text, encryptionKid: text }),
                  campaign: sampleCampaign({ wallet }),
                  entered: sampleEntered({ wallet, note: text }),
                }
              })
              for (const { text, session, campaign, entered } of rows) {
                const exchange = sampleExchange({ sessionId: session.sessionId, path: text, method: text })
                const commits = [{ session, exchange }, { campaign }, { entered }]
                for (const parts of commits) expect(await store.commit(commitOf(parts))).toEqual(committed)
              }
              for (const { text, session, campaign, entered } of rows) {
                const { wallet } = campaign
                expect((await store.sessionByState(text))?.sessionId).toBe(session.sessionId)
                expect((await store.sessionByEncryptionKid(text))?.sessionId).toBe(session.sessionId)
                const found = await store.campaigns({ wallet, operatorOnly: false, max: 9 })
                expect(found.map(({ campaignId }) => campaignId)).toEqual([campaign.campaignId])
                const said = await store.enteredResults({ wallet, operatorOnly: false, max: 9 })
                expect(said.map(({ id, note }) => [id, stored(note)])).toEqual([[entered.id, stored(text)]])
                const [exchange, ...others] = await store.exchanges(session.sessionId)
                expect([stored(exchange?.path ?? ''), stored(exchange?.method ?? '')]).toEqual([
                  stored(text),
                  stored(text),
                ])
                expect(others).toEqual([])
                // The boundary between name and version is part of the key.
                const shifted = { name: text.slice(0, -1), version: `${text.slice(-1)}${wallet.version}` }
                expect(await store.campaigns({ wallet: shifted, operatorOnly: false, max: 9 })).toEqual([])
              }
            },
          ),
          runs(12),
        )
      })

      it.each(filterTexts)('what would be a filter finds nothing: %j', async (text) => {
        const wallet = { name: text, version: '|| 1=1 //' }
        expect(await store.sessionByState(text)).toBeNull()
        expect(await store.sessionByEncryptionKid(text)).toBeNull()
        expect(await store.sessionByOffer(text)).toBeNull()
        expect(await store.oneTimeValue('c_nonce', text)).toBeNull()
        expect(await store.session(sessionId(text))).toBeNull()
        expect(await store.campaign(campaignId(text))).toBeNull()
        expect(await store.campaigns({ wallet, operatorOnly: false, max: 9 })).toEqual([])
        expect(await store.enteredResults({ wallet, operatorOnly: false, max: 9 })).toEqual([])
        expect(await store.declarations({ wallet, operatorOnly: false, max: 9 })).toEqual([])
      })

      it('a state that comes again means the newest session', async () => {
        const state = randomUUID()
        const [older, newer] = [samplePresentation({ state }), samplePresentation({ state, createdAt: later(1) })]
        for (const session of [newer, older]) await store.commit(commitOf({ session }))
        expect(await store.sessionByState(state)).toEqual(newer)
      })

      it('what sessions of one kind do not have finds none of them', async () => {
        await store.commit(commitOf({ session: samplePresentation({ state: '', encryptionKid: null }) }))
        const issuance = await newSession()
        expect(await store.sessionByOffer('')).toBeNull()
        expect(await store.sessionByState('')).toBeNull()
        expect(await store.sessionByEncryptionKid('')).toBeNull()
        expect(await store.sessionByState(issuance.credentialOfferId)).toBeNull()
        expect(await store.sessionByState("' || state != '")).toBeNull()
        expect(await store.sessionByEncryptionKid('" || encryption_kid != "')).toBeNull()
      })

      it('what is longer than any handle finds no session', async () => {
        const long = 'x'.repeat(100_000)
        expect(await store.sessionByOffer(long)).toBeNull()
        expect(await store.sessionByState(long)).toBeNull()
        expect(await store.sessionByEncryptionKid(long)).toBeNull()
      })

      it('evidence hangs on a presentation session as on any other', async () => {
        const session = samplePresentation()
        const { sessionId: id } = session
        const exchange = sampleExchange({ sessionId: id, issuerId: null })
        const event = sampleEvent({ sessionId: id, exchangeId: exchange.id })
        const value = sampleValue({ kind: 'vp_response', sessionId: id })
        await store.commit(commitOf({ session, exchange, events: [event], effects: [{ type: 'grant', value }] }))
        expect(await store.exchanges(id)).toEqual([exchange])
        expect(await store.events(id)).toEqual([event])
        const consume = () =>
          store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(value) }] }))
        const outcomes = await Promise.all([consume(), consume()])
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['committed', 'lost'])
      })

      it('open sessions of one configuration are found, newest first, and no others', async () => {
        const credentialConfigurationId = randomUUID()
        const open = { flow: 'authorization_code', credentialConfigurationId } as const
        const older = sampleSession(open)
        const newer = sampleSession({ ...open, createdAt: later(1000) })
        const others = [
          sampleSession({ ...open, flow: 'pre_authorized_code' }),
          sampleSession({ ...open, issuerConfigurationId: 'eu-pid-jwt-proof-only' }),
          sampleSession({ ...open, expiresAt: later(2000) }),
          sampleSession({ ...open, createdAt: later(5000) }),
          sampleSession({ flow: 'authorization_code' }),
        ]
        for (const session of [older, newer, ...others]) await store.commit(commitOf({ session }))
        const query = { issuerId: 'eu-pid-device-bound', credentialConfigurationId, at: later(3000) }
        expect(await store.openSessions(query)).toEqual([newer, older])
      })

      it('the open sessions of an issuer with their offer in the link, newest first', async () => {
        const byValue = {
          credentialOfferMode: 'credential_offer',
          issuerConfigurationId: 'eu-pid-jwt-proof-only',
        } as const
        const older = sampleSession(byValue)
        const newer = sampleSession({ ...byValue, flow: 'authorization_code', createdAt: later(1000) })
        const others = [
          sampleSession({ ...byValue, credentialOfferMode: 'credential_offer_uri' }),
          sampleSession({ ...byValue, issuerConfigurationId: 'eu-pid-device-bound' }),
          sampleSession({ ...byValue, laboratory: sampleLaboratory() }),
          sampleSession({ ...byValue, expiresAt: later(2000) }),
          sampleSession({ ...byValue, createdAt: later(5000) }),
          sampleSession({ ...byValue, createdAt: later(3000 - 86_400_000), expiresAt: later(86_400_000) }),
        ]
        for (const session of [older, newer, ...others]) await store.commit(commitOf({ session }))
        const found = await store.offersByValue({ issuerId: 'eu-pid-jwt-proof-only', at: later(3000) })
        const made = new Set([older, newer, ...others].map(({ sessionId }) => sessionId))
        expect(found.filter(({ sessionId }) => made.has(sessionId))).toEqual([newer, older])
      })

      it('a session with an issuer of its own is as it was stored, and open at that issuer alone', async () => {
        const credentialConfigurationId = randomUUID()
        const laboratory = sampleLaboratory()
        const session = sampleSession({ flow: 'authorization_code', credentialConfigurationId, laboratory })
        const issuerId = issuerIdOf(session)
        const live = await store.liveLaboratories(later(0))
        const until = (millis: number) =>
          sampleValue({ kind: 'laboratory', issuerId, sessionId: session.sessionId, expiresAt: later(millis) })
        const effects = [1000, 2000].map((millis) => ({ type: 'grant', value: until(millis) }) as const)
        await store.commit(commitOf({ session, effects }))
        expect(await store.session(session.sessionId)).toEqual(session)
        const query = { credentialConfigurationId, at: later(1000) }
        expect(await store.openSessions({ ...query, issuerId })).toEqual([session])
        expect(await store.openSessions({ ...query, issuerId: session.issuerConfigurationId })).toEqual([])
        expect((await store.liveLaboratories(later(0))) - live).toBe(2)
        expect((await store.liveLaboratories(later(1000))) - live).toBe(1)
        const own = async (at: number) =>
          (await store.laboratories(later(at))).filter(({ sessionId: id }) => id === session.sessionId)
        expect((await own(1000)).map(({ digest }) => digest)).toEqual([effects[1]?.value.digest])
        // What made room for another is no longer returned.
        const gone = effects[1]?.value
        if (gone === undefined) throw new Error('There are two.')
        await store.commit(commitOf({ effects: [{ type: 'consume', kind: 'laboratory', digest: gone.digest }] }))
        expect([await store.liveLaboratories(later(0)), await own(1000)]).toEqual([live + 1, []])
      })

      it('the last touch of a session is its newest request or event', async () => {
        const session = await newSession()
        const { sessionId: id } = session
        expect(await store.lastTouched(sampleSession({}).sessionId)).toBeNull()
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id, at: later(-1000) }) }))
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id, at: later(-2000) }) }))
        expect(await store.lastTouched(id)).toBe(later(-1000))
        await store.commit(commitOf({ events: [sampleEvent({ sessionId: id, at: later(3000) })] }))
        expect(await store.lastTouched(id)).toBe(later(3000))
      })

      it('calls of the service to itself are behind the exchange that they belong to', async () => {
        const { sessionId: id } = await newSession()
        const exchange = sampleExchange({ sessionId: id })
        const internal = [sampleExchange({ sessionId: id, origin: 'internal', findings: [] })]
        expect(await store.commit(commitOf({ exchange, internal }))).toEqual(committed)
        expect(await store.exchanges(id)).toEqual([exchange, ...internal])
        expect((await store.ledger(suiteLedgerSize)).slice(-2).map((one) => one.id)).toEqual([
          exchange.id,
          internal[0]?.id,
        ])
      })

      it('what was never committed is not found', async () => {
        expect(await store.session(sessionId(randomUUID()))).toBeNull()
        expect(await store.sessionByOffer(randomUUID())).toBeNull()
        expect(await store.sessionByState(randomUUID())).toBeNull()
        expect(await store.sessionByEncryptionKid(randomUUID())).toBeNull()
        expect(await store.oneTimeValue('c_nonce', 'unknown')).toBeNull()
        expect(await store.events(sessionId(randomUUID()))).toEqual([])
        expect(await store.exchanges(sessionId(randomUUID()))).toEqual([])
      })

      it('an offer id with quotes and filter words finds nothing and harms nothing', async () => {
        expect(await store.sessionByOffer(`' || 1=1 || '`)).toBeNull()
        expect(await store.sessionByOffer('" || credential_offer_id != "')).toBeNull()
        expect(await store.oneTimeValue('c_nonce', "\\' || kind != '")).toBeNull()
      })

      it('an exchange comes back with its findings, member by member', async () => {
        const { sessionId: id } = await newSession()
        const exchange = sampleExchange({ sessionId: id })
        const bare = sampleExchange({
          sessionId: id,
          at: later(1),
          issuerId: null,
          operation: null,
          path: '/two\nlines, "quoted" \\n',
          body: null,
          response: { status: null, contentType: null, headers: {}, body: null },
          decoded: [],
          findings: [],
        })
        await store.commit(commitOf({ exchange }))
        await store.commit(commitOf({ exchange: bare }))
        expect(await store.exchanges(id)).toEqual([exchange, bare])
      })

      it('what a check found of each of several credentials comes back apart', async () => {
        const { sessionId: id } = await newSession()
        const [finding] = sampleExchange().findings
        if (finding === undefined) throw new Error('The sample has a finding.')
        const subjects = [
          { queryId: 'pid', index: 0 },
          { queryId: 'pid', index: 1 },
          { queryId: 'a#0', index: 0 },
        ]
        const findings = [finding, ...subjects.map((subject) => ({ ...finding, subject }))]
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id, findings }) }))
        expect((await store.exchanges(id))[0]?.findings).toEqual(findings)
        expect((await store.exchanges(id))[0]?.findings[0]).not.toHaveProperty('subject')
      })

      it('an exchange that was kept without its content says so', async () => {
        const { sessionId: id } = await newSession()
        const exchange = withoutContent(sampleExchange({ sessionId: id }))
        await store.commit(commitOf({ exchange }))
        expect(await store.exchanges(id)).toEqual([exchange])
      })

      it('the exchanges of a session are counted, those that were bound to it too', async () => {
        const { sessionId: id } = await newSession()
        expect(await store.exchangeCount(id)).toBe(0)
        const [own, unbound] = [sampleExchange({ sessionId: id }), sampleExchange()]
        await store.commit(commitOf({ exchange: own, internal: [sampleExchange({ sessionId: id })] }))
        await store.commit(commitOf({ exchange: unbound }))
        expect(await store.exchangeCount(id)).toBe(2)
        const effects = [{ type: 'bind', exchangeId: unbound.id, sessionId: id } as const]
        await store.commit(commitOf({ exchange: sampleExchange(), effects }))
        expect(await store.exchangeCount(id)).toBe(3)
      })

      it('any JSON body comes back as the JSON value that it was', async () => {
        const { sessionId: id } = await newSession()
        const bodies: Json[] = ['', 'null', 'true', '12', '{"a":1}', '[1', '"quoted"', '\\', 0, -1.5, false, [], {}]
        const samples = fc.sample(fc.jsonValue({ stringUnit: 'binary' }), { ...runs(40), seed: 7 })
        for (const sample of samples) bodies.push(JSON.parse(JSON.stringify(sample)))
        bodies.push('nul \u0000, tab \t, emoji 😀, <script>&amp;', { __proto__x: 1, 'a.b': { 'c"d': [null] } })
        const exchanges = bodies.map((body, index) => sampleExchange({ sessionId: id, at: later(index), body }))
        await Promise.all(exchanges.map((exchange) => store.commit(commitOf({ exchange }))))
        expect((await store.exchanges(id)).map((exchange) => exchange.body)).toEqual(bodies)
      })

      it('a body of 256 KiB that needs escaping is kept whole', async () => {
        const { sessionId: id } = await newSession()
        const body = '\u0001"\\é'.repeat(64 * 1024)
        const exchange = sampleExchange({ sessionId: id, body })
        await store.commit(commitOf({ exchange }))
        expect((await store.exchanges(id))[0]?.body).toBe(body)
      })

      it('events and exchanges of a session are ordered by their instant, not by their commit', async () => {
        const { sessionId: id } = await newSession()
        for (const offset of [30, 10, 20]) {
          const exchange = sampleExchange({ sessionId: id, at: later(offset) })
          await store.commit(commitOf({ exchange, events: [sampleEvent({ sessionId: id, at: later(offset) })] }))
        }
        expect((await store.exchanges(id)).map((exchange) => exchange.at)).toEqual([later(10), later(20), later(30)])
        expect((await store.events(id)).map((event) => event.at)).toEqual([later(10), later(20), later(30)])
      })

      it('events of one instant keep the order in which they were committed', async () => {
        const { sessionId: id } = await newSession()
        const events = (['token_received', 'token_issued', 'nonce_issued', 'par_received'] as const).map((type) =>
          sampleEvent({ sessionId: id, type }),
        )
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }), events: events.slice(0, 3) }))
        await store.commit(commitOf({ exchange: sampleExchange({ sessionId: id }), events: events.slice(3) }))
        expect(await store.events(id)).toEqual(events)
      })

      it('sessions do not see what belongs to others', async () => {
        const [one, two] = [await newSession(), await newSession()]
        await store.commit(
          commitOf({
            exchange: sampleExchange({ sessionId: one.sessionId }),
            events: [sampleEvent({ sessionId: one.sessionId })],
          }),
        )
        expect(await store.exchanges(two.sessionId)).toEqual([])
        expect(await store.events(two.sessionId)).toEqual([])
      })
    })

    describe('the list of runs', () => {
      const everything = { text: '', deviations: [], before: null, max: 500 }
      const idsOf = async (asked: Partial<RunQuery>) =>
        (await store.runs({ ...everything, ...asked })).map(({ id }) => id)
      const at = (millis: number) => ({ createdAt: later(millis) })

      it('has sessions of either kind and campaigns, newest first, and goes on behind a place', async () => {
        const far = 1_000_000_000
        const issuance = sampleSession(at(far))
        const presentation = samplePresentation(at(far + 2))
        const campaign = sampleCampaign(at(far + 1))
        // At the same instant, ids decide.
        const twins = [sampleSession(at(far - 1)), sampleCampaign(at(far - 1))] as const
        for (const session of [issuance, presentation, twins[0]]) await store.commit(commitOf({ session }))
        for (const one of [campaign, twins[1]]) await store.commit(commitOf({ campaign: one }))
        const sameInstant = [twins[0].sessionId, twins[1].campaignId].sort().reverse()
        const all = [presentation.sessionId, campaign.campaignId, issuance.sessionId, ...sameInstant]
        const found = await store.runs({ ...everything, max: 5 })
        expect(found.map(({ id }) => id)).toEqual(all)
        expect(found.slice(0, 3)).toEqual([
          { kind: 'presentation', id: presentation.sessionId, at: later(far + 2) },
          { kind: 'campaign', id: campaign.campaignId, at: later(far + 1) },
          { kind: 'issuance', id: issuance.sessionId, at: later(far) },
        ])
        for (const [index, before] of found.entries())
          expect(await idsOf({ before, max: 5 - index - 1 || 1 })).toEqual(
            index < 4 ? all.slice(index + 1) : [expect.any(String)],
          )
      })

      it('finds what testers call a run and its wallet, its test and its id, whatever the case, and nothing else', async () => {
        const mark = randomUUID().slice(0, 8)
        const wallet = { name: `Quillfern ${mark}`, version: '2.4.1' }
        const campaign = sampleCampaign({ wallet, name: `Nightly ${mark}` })
        const inCampaign = sampleSession({ campaignId: campaign.campaignId, preset: 'sd_jwt_baseline' })
        const named = sampleSession({ options: { ...sampleSession().options, name: `Löwe "%_' ${mark}` } })
        const deviating = sampleSession({ options: { ...sampleSession().options, fault: 'credential_bad_signature' } })
        await store.commit(commitOf({ campaign }))
        for (const session of [inCampaign, named, deviating]) await store.commit(commitOf({ session }))
        expect(await idsOf({ text: `LÖWE "%_' ${mark}` })).toEqual([])
        expect(await idsOf({ text: `LöWE "%_' ${mark}` })).toEqual([named.sessionId])
        expect((await idsOf({ text: `quillfern ${mark} 2.4` })).sort()).toEqual(
          [campaign.campaignId, inCampaign.sessionId].sort(),
        )
        expect(await idsOf({ text: deviating.sessionId.slice(0, 30).toUpperCase() })).toEqual([deviating.sessionId])
        expect(await idsOf({ text: `%${mark}` })).toEqual([])
        expect(await idsOf({ text: 'none of them', deviations: ['credential_bad_signature'] })).toContain(
          deviating.sessionId,
        )
        expect(await idsOf({ text: 'CREDENTIAL_bad_sig' })).toContain(deviating.sessionId)
        expect(await idsOf({ text: 'CREDENTIAL_bad_sig' })).not.toContain(named.sessionId)
      })

      it('knows a session and a campaign by their last names', async () => {
        const mark = randomUUID().slice(0, 8)
        const session = sampleSession({ options: { ...sampleSession().options, name: `first ${mark}` } })
        const campaign = sampleCampaign({ name: `first ${mark}` })
        await store.commit(commitOf({ session }))
        await store.commit(commitOf({ campaign }))
        const detail = { name: `second ${mark}` }
        const { sessionId: id } = session
        await store.commit(commitOf({ events: [sampleEvent({ sessionId: id, type: 'session_named', detail })] }))
        const { campaignId } = campaign
        await store.commit(commitOf({ effects: [{ type: 'name', campaignId, name: detail.name }] }))
        expect((await idsOf({ text: `second ${mark}` })).sort()).toEqual([id, campaignId].sort())
        expect(await idsOf({ text: `first ${mark}` })).toEqual([])
        expect((await store.campaign(campaignId))?.name).toBe(detail.name)
      })

      it('no text that is searched for becomes a part of the search', async () => {
        for (const text of filterTexts.filter((one) => one !== '\u0000'))
          expect([text, await idsOf({ text: `${text}${randomUUID()}`, max: 3 })]).toEqual([text, []])
      })
    })

    describe('standing values', () => {
      const standing = (version: number, digest: string): StandingValue => ({
        kind: 'list_release',
        digest,
        version,
        changedAt: later(version),
        data: { sequence: version, text: 'é"' },
      })
      const digestOf = () => randomBytes(32).toString('base64url')
      const replace = (value: StandingValue, replaces: number) =>
        store.commit(commitOf({ effects: [{ type: 'replace', value, replaces }] }))

      it('one stands until it is replaced', async () => {
        const digest = digestOf()
        expect(await store.standingValue('list_release', digest)).toBeNull()
        expect(await replace(standing(1, digest), 0)).toEqual(committed)
        expect(await store.standingValue('list_release', digest)).toEqual(standing(1, digest))
        expect(await replace(standing(7, digest), 1)).toEqual(committed)
        expect(await store.standingValue('list_release', digest)).toEqual(standing(7, digest))
        expect(await store.standingValue('list_alias', digest)).toBeNull()
      })

      it('a replacement of another version than the one that stands is lost, and writes nothing', async () => {
        const digest = digestOf()
        expect(await replace(standing(1, digest), 3)).toEqual({ status: 'lost', effects: [0] })
        await replace(standing(4, digest), 0)
        for (const replaces of [0, 3, 5])
          expect([replaces, await replace(standing(9, digest), replaces)]).toEqual([
            replaces,
            { status: 'lost', effects: [0] },
          ])
        expect(await store.standingValue('list_release', digest)).toEqual(standing(4, digest))
        const { sessionId: id } = await newSession()
        const effects: Effect[] = [{ type: 'replace', value: standing(9, digest), replaces: 3 }]
        await store.commit(commitOf({ events: [sampleEvent({ sessionId: id })], effects }))
        expect(await store.events(id)).toEqual([])
      })

      it('of many parallel replacements of one version exactly one is committed', async () => {
        const digest = digestOf()
        for (const [version, replaces] of [
          [1, 0],
          [2, 1],
        ] as const) {
          const outcomes = await Promise.all(
            Array.from({ length: 20 }, () => replace(standing(version, digest), replaces)),
          )
          expect(outcomes.filter(({ status }) => status === 'committed')).toHaveLength(1)
        }
      })
    })

    describe('one-time values', () => {
      it('a granted value comes back as granted', async () => {
        const { sessionId: id } = await newSession()
        const value = await granted({ sessionId: id, exchangeId: exchangeId(randomUUID()), parent: 'parent' })
        expect(await store.oneTimeValue(value.kind, value.digest)).toEqual(value)
      })

      it('values of any kind come back by their digests in one call, and a text that is no digest finds nothing', async () => {
        const [code, token] = [await granted({ kind: 'authorization_code' }), await granted({ kind: 'access_token' })]
        const kinds = ['access_token', 'authorization_code', 'c_nonce'] as const
        const found = await store.valuesOfAnyKind(kinds, [code.digest, token.digest, "x' || kind != '"])
        expect(found).toHaveLength(2)
        expect(found).toEqual(expect.arrayContaining([code, token]))
        expect(await store.valuesOfAnyKind(['c_nonce'], [code.digest, token.digest])).toEqual([])
        expect(await store.valuesOfAnyKind(kinds, [])).toEqual([])
      })

      it('live values come back by kind and session, those that live longest first, and no more than asked for', async () => {
        const { sessionId: session } = await newSession()
        const at = later(5_000_000)
        const living = (seconds: number, changes: Parameters<typeof sampleValue>[0] = {}) =>
          granted({
            kind: 'refresh_token',
            sessionId: session,
            expiresAt: later(5_000_000 + seconds * 1000),
            ...changes,
          })
        const [short, long] = [await living(10), await living(20)]
        await living(0)
        await living(10, { kind: 'dpop_jti' })
        const other = await living(30, { sessionId: null })
        const query = { kinds: ['refresh_token', 'c_nonce'], at, max: 5 } as const
        expect(await store.liveValues({ ...query, session })).toEqual([long, short])
        expect(await store.liveValues({ ...query, session, max: 1 })).toEqual([long])
        expect(
          (await store.liveValues({ ...query, max: 500 })).filter(({ digest }) => digest === other.digest),
        ).toEqual([other])
      })

      it('values that derive from one are found by it, the longest-lived first', async () => {
        const parent = sampleValue().digest
        const first = await granted({ kind: 'dpop_key', parent, expiresAt: later(10_000) })
        const last = await granted({ kind: 'holder_key', parent, expiresAt: later(20_000) })
        await granted({ kind: 'dpop_key', parent: sampleValue().digest })
        const query = { kinds: ['dpop_key', 'holder_key'], at: sampleStart, max: 5 } as const
        expect(await store.liveValues({ ...query, parent })).toEqual([last, first])
        expect(await store.liveValues({ ...query, parent, max: 1 })).toEqual([last])
        expect(await store.liveValues({ ...query, parent: "' || kind != '" })).toEqual([])
      })

      it('a value of no issuer comes back as one of no issuer', async () => {
        const { kind, digest } = await granted({ issuerId: null })
        expect((await store.oneTimeValue(kind, digest))?.issuerId).toBeNull()
      })

      it('of many parallel consumptions of one value exactly one is committed', async () => {
        const { kind, digest } = await granted()
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, () =>
            store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', kind, digest }] })),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'committed')).toHaveLength(1)
        expect(outcomes.filter((outcome) => outcome.status === 'lost')).toEqual(
          Array.from({ length: 19 }, () => ({ status: 'lost', effects: [0] })),
        )
        expect((await store.oneTimeValue(kind, digest))?.consumedAt).toBe(sampleStart)
      })

      it('of many parallel grants of one value exactly one is committed', async () => {
        const value = sampleValue({ kind: 'dpop_jti' })
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, () =>
            store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'grant', value }] })),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'committed')).toHaveLength(1)
      })

      it('a value that nobody granted cannot be consumed', async () => {
        const effects = [{ type: 'consume', kind: 'c_nonce', digest: 'never granted' }] as const
        expect(await store.commit(commitOf({ exchange: sampleExchange(), effects }))).toEqual({
          status: 'lost',
          effects: [0],
        })
      })

      it('kinds are apart: the same digest of another kind is another value', async () => {
        const value = await granted({ kind: 'c_nonce' })
        const other = { ...value, kind: 'dpop_jti' } as const
        const grant = commitOf({ exchange: sampleExchange(), effects: [{ type: 'grant', value: other }] })
        expect(await store.commit(grant)).toEqual(committed)
      })

      it('remembering is never lost and keeps the first memory', async () => {
        const first = sampleValue({ kind: 'holder_key', data: { seen: 'first' } })
        const second = { ...first, data: { seen: 'second' } }
        for (const value of [first, second])
          expect(
            await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'remember', value }] })),
          ).toEqual(committed)
        expect(await store.oneTimeValue('holder_key', first.digest)).toEqual(first)
      })

      it('every lost effect is named by its index, and nothing of that commit is written', async () => {
        const session = await newSession()
        const [used, free] = [await granted(), await granted()]
        await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(used) }] }))
        const fresh = sampleValue({ kind: 'access_token' })
        const unbound = sampleExchange()
        await store.commit(commitOf({ exchange: unbound }))
        const exchange = sampleExchange({ sessionId: session.sessionId })
        const another = sampleSession()
        const outcome = await store.commit(
          commitOf({
            session: another,
            exchange,
            events: [sampleEvent({ sessionId: session.sessionId })],
            effects: [
              { type: 'consume', ...pick(free) },
              { type: 'consume', ...pick(used) },
              { type: 'grant', value: fresh },
              { type: 'grant', value: used },
              { type: 'bind', exchangeId: unbound.id, sessionId: session.sessionId },
            ],
          }),
        )
        expect(outcome).toEqual({ status: 'lost', effects: [1, 3] })
        expect(await store.exchanges(session.sessionId)).toEqual([])
        expect(await store.events(session.sessionId)).toEqual([])
        expect(await store.session(another.sessionId)).toBeNull()
        expect(await store.oneTimeValue(fresh.kind, fresh.digest)).toBeNull()
        expect((await store.oneTimeValue(free.kind, free.digest))?.consumedAt).toBeNull()
        expect((await store.ledger(suiteLedgerSize)).map((entry) => entry.id)).not.toContain(exchange.id)
      })

      it('within one commit a value may be granted and consumed, but not twice', async () => {
        const value = sampleValue()
        const consume = { type: 'consume', ...pick(value) } as const
        const grant = { type: 'grant', value } as const
        expect(
          await store.commit(commitOf({ exchange: sampleExchange(), effects: [grant, consume, consume] })),
        ).toEqual({ status: 'lost', effects: [2] })
        expect(await store.commit(commitOf({ exchange: sampleExchange(), effects: [grant, grant] }))).toEqual({
          status: 'lost',
          effects: [1],
        })
        expect(await store.commit(commitOf({ exchange: sampleExchange(), effects: [grant, consume] }))).toEqual(
          committed,
        )
        expect((await store.oneTimeValue(value.kind, value.digest))?.consumedAt).toBe(sampleStart)
      })

      it('a code that was created used up stays used up', async () => {
        const value = await granted({ consumedAt: later(-1000) })
        expect(
          await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(value) }] })),
        ).toEqual({ status: 'lost', effects: [0] })
        expect((await store.oneTimeValue(value.kind, value.digest))?.consumedAt).toBe(later(-1000))
      })

      it('revoking by parent hits every access token of that parent and nothing else', async () => {
        const parent = randomUUID()
        const tokens = [
          await granted({ kind: 'access_token', parent }),
          await granted({ kind: 'access_token', parent, revokedAt: later(-5) }),
        ]
        const spared = [
          await granted({ kind: 'access_token', parent: randomUUID() }),
          await granted({ kind: 'c_nonce', parent }),
          await granted({ kind: 'access_token' }),
        ]
        await store.commit(
          commitOf({ exchange: sampleExchange(), effects: [{ type: 'revoke', kind: 'access_token', parent }] }),
        )
        const revokedAt = async (value: { kind: 'access_token' | 'c_nonce'; digest: string }) =>
          (await store.oneTimeValue(value.kind, value.digest))?.revokedAt
        expect(await Promise.all(tokens.map((value) => revokedAt(asKey(value))))).toEqual([sampleStart, later(-5)])
        expect(await Promise.all(spared.map((value) => revokedAt(asKey(value))))).toEqual([null, null, null])
        expect(
          await store.commit(
            commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(tokens[0]!) }] }),
          ),
        ).toEqual({ status: 'lost', effects: [0] })
      })

      it('a value that is required stays as it is, and one that was used up or revoked loses the commit', async () => {
        const parent = randomUUID()
        const [alive, used, revoked] = [
          await granted({ kind: 'refresh_token' }),
          await granted({ kind: 'refresh_token' }),
          await granted({ kind: 'refresh_token', parent }),
        ]
        const need = (value: typeof alive) => ({ type: 'require', ...pick(value) }) as const
        const outcomes = await Promise.all([
          ...[alive, alive, used, revoked].map((value) =>
            store.commit(commitOf({ exchange: sampleExchange(), effects: [need(value)] })),
          ),
          store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(used) }] })),
          store.commit(
            commitOf({ exchange: sampleExchange(), effects: [{ type: 'revoke', kind: 'refresh_token', parent }] }),
          ),
        ])
        expect(outcomes).toEqual(Array(6).fill(committed))
        const late = [alive, used, revoked, { kind: 'refresh_token', digest: randomUUID() } as never].map((value) => {
          const granting = { type: 'grant', value: sampleValue() } as const
          return store.commit(commitOf({ exchange: sampleExchange(), effects: [granting, need(value)] }))
        })
        expect(await Promise.all(late)).toEqual([committed, ...Array(3).fill({ status: 'lost', effects: [1] })])
        const own = sampleValue()
        const twice = [{ type: 'grant', value: own }, need(own), { type: 'consume', ...pick(own) }, need(own)] as const
        expect(await store.commit(commitOf({ exchange: sampleExchange(), effects: [...twice] }))).toEqual({
          status: 'lost',
          effects: [3],
        })
        expect(await store.oneTimeValue(alive.kind, alive.digest)).toMatchObject({ consumedAt: null, revokedAt: null })
      })

      it('revoking one kind by parent spares every other kind', async () => {
        const parent = randomUUID()
        const nonce = await granted({ kind: 'c_nonce', parent })
        const token = await granted({ kind: 'access_token', parent })
        const effects = [{ type: 'revoke', kind: 'c_nonce', parent } as const]
        await store.commit(commitOf({ exchange: sampleExchange(), effects }))
        expect((await store.oneTimeValue('c_nonce', nonce.digest))?.revokedAt).toBe(sampleStart)
        expect((await store.oneTimeValue('access_token', token.digest))?.revokedAt).toBeNull()
      })

      it('a revocation holds for commits that follow it at once', async () => {
        const parent = randomUUID()
        const token = await granted({ kind: 'access_token', parent })
        const outcomes = await Promise.all([
          store.commit(commitOf({ exchange: sampleExchange() })),
          store.commit(
            commitOf({ exchange: sampleExchange(), effects: [{ type: 'revoke', kind: 'access_token', parent }] }),
          ),
          store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', ...pick(token) }] })),
        ])
        expect(outcomes).toEqual([committed, committed, { status: 'lost', effects: [0] }])
      })
    })

    it('holds what was written, whatever its writer and its readers do to their values afterwards', async () => {
      const data: { nested: { list: number[] } } = { nested: { list: [1] } }
      const session = sampleSession()
      const value = sampleValue({ data })
      const exchange = sampleExchange({ sessionId: session.sessionId })
      const before = structuredClone({ session, value, exchange })
      await store.commit(commitOf({ session }))
      await store.commit(commitOf({ exchange, effects: [{ type: 'grant', value }] }))
      const read = async () => ({
        session: await store.session(session.sessionId),
        value: await store.oneTimeValue(value.kind, value.digest),
        exchange: (await store.exchanges(session.sessionId))[0],
      })
      data.nested.list.push(2)
      Reflect.set(session, 'expiresAt', later(1))
      expect(await read()).toEqual(before)
      const seen = await read()
      const { kind, digest } = value
      await store.commit(commitOf({ exchange: sampleExchange(), effects: [{ type: 'consume', kind, digest }] }))
      const consumed = await store.oneTimeValue(kind, digest)
      // A store may return frozen values: they must stay unchanged, without an exception.
      for (const one of [seen.session, seen.value, seen.value?.data.nested, seen.exchange, consumed])
        for (const name of Object.keys(Object(one))) Reflect.set(Object(one), name, 'changed by a reader')
      expect(await read()).toEqual({ ...before, value: { ...before.value, consumedAt: sampleStart } })
    })

    describe('repetition', () => {
      it('a commit that is sent twice is answered as committed and written once', async () => {
        const { sessionId: id } = await newSession()
        const value = sampleValue()
        const commit = commitOf({
          exchange: sampleExchange({ sessionId: id, at: later(60_000) }),
          events: [sampleEvent({ sessionId: id })],
          effects: [{ type: 'grant', value }],
        })
        expect(await store.commit(commit)).toEqual(committed)
        expect(await store.commit(commit)).toEqual(committed)
        expect(await store.exchanges(id)).toHaveLength(1)
        expect(await store.events(id)).toHaveLength(1)
        expect((await store.ledger(suiteLedgerSize)).filter((entry) => entry.id === commit.exchange?.id)).toHaveLength(
          1,
        )
      })

      it('the same holds for a commit of a session and for one of an event alone', async () => {
        const session = sampleSession()
        const event = sampleEvent({ sessionId: session.sessionId })
        for (let time = 0; time < 2; time++) {
          expect(await store.commit(commitOf({ session }))).toEqual(committed)
          expect(await store.commit(commitOf({ events: [event] }))).toEqual(committed)
        }
        expect(await store.events(session.sessionId)).toEqual([event])
      })

      it('two sessions cannot share a credential offer id, and the one too many leaves nothing behind', async () => {
        const first = await newSession()
        const second = sampleSession({ credentialOfferId: first.credentialOfferId })
        const exchange = sampleExchange({ sessionId: second.sessionId })
        const [refused, other] = await Promise.allSettled([
          store.commit(commitOf({ session: second, exchange })),
          store.commit(commitOf({ exchange: sampleExchange({ sessionId: first.sessionId }) })),
        ])
        expect(refused.status).toBe('rejected')
        expect(other).toEqual({ status: 'fulfilled', value: committed })
        expect(await store.session(second.sessionId)).toBeNull()
        expect(await store.exchanges(second.sessionId)).toEqual([])
        expect(await store.sessionByOffer(first.credentialOfferId)).toEqual(first)
      })
    })

    describe('exchanges without a session', () => {
      it('are found by issuer, client and span, both ends included, oldest first', async () => {
        const [mine, also, third] = [fingerprint(), fingerprint(), fingerprint()]
        const at = (offset: number, changes = {}) => sampleExchange({ at: later(offset), client: mine, ...changes })
        const { sessionId: id } = await newSession()
        const hits = [at(100), at(150, { client: also }), at(200)]
        const misses = [
          at(99),
          at(201),
          at(150, { client: third }),
          at(150, { issuerId: 'eu-pid-jwt-proof-only' }),
          at(150, { issuerId: null }),
          at(150, { sessionId: id }),
        ]
        for (const exchange of [...misses, ...[...hits].reverse()]) await store.commit(commitOf({ exchange }))
        const query = { issuerId: 'eu-pid-device-bound', from: later(100), to: later(200) }
        const unbound = (clients: readonly string[], bound: UnboundBound = { firstMax: 1000 }) =>
          store.unboundExchanges({ ...query, clients }, bound)
        expect(await unbound([mine, also])).toEqual(hits)
        expect(await unbound([mine, also], { firstMax: 2 })).toEqual(hits.slice(0, 2))
        expect(await unbound([mine, also], { newestMax: 2 })).toEqual(hits.slice(-2))
        expect(await store.unboundCount({ ...query, clients: [mine, also] })).toBe(hits.length)
        for (const clients of [[], ["' || client != '"]]) {
          expect(await unbound(clients)).toEqual([])
          expect(await store.unboundCount({ ...query, clients })).toBe(0)
        }
        expect(await store.hasWalletExchange(id, mine)).toBe(true)
        expect(await store.hasWalletExchange(id, also)).toBe(false)
        const { operation } = at(150, { sessionId: id })
        expect(await store.hasWalletExchange(id, mine, ['requestNonce', operation ?? ''])).toBe(true)
        for (const operations of [[], ['requestNonce']])
          expect(await store.hasWalletExchange(id, mine, operations)).toBe(false)
        expect(await store.hasContact(id)).toBe(true)
        expect(await store.hasEvent(id, ['token_issued'])).toBe(false)
        // Among the misses, the one that names a session.
        const other = (await newSession()).sessionId
        for (const [origin, isContact] of [
          ['operator', false],
          ['internal', false],
          ['user_agent', true],
        ] as const) {
          await store.commit(commitOf({ exchange: at(900, { sessionId: other, origin }) }))
          expect([origin, await store.hasContact(other)]).toEqual([origin, isContact])
        }
        expect(await store.otherSession({ ...query, clients: [mine] }, other)).toBe(id)
        expect(await store.otherSession({ ...query, clients: [mine] }, id)).toBe(null)
        expect(await store.otherSession({ ...query, clients: [also] }, other)).toBe(null)
        expect(await store.otherSession({ ...query, clients: [] }, other)).toBe(null)
        expect(await store.otherSession({ ...query, clients: [mine], to: later(120) }, other)).toBe(null)
        const alone = { client: mine, from: query.from, to: query.to }
        expect(await store.soleSession(alone)).toBe(id)
        expect(await store.soleSession({ ...alone, to: later(120) })).toBe(null)
        for (const client of [also, '']) expect(await store.soleSession({ ...alone, client })).toBe(null)
        const bound = { at: later(150), client: mine, origin: 'wallet', sessionId: other } as const
        await store.commit(commitOf({ exchange: sampleExchange({ ...bound, correlation: 'inferred' }) }))
        await store.commit(commitOf({ exchange: sampleExchange({ ...bound, origin: 'operator' }) }))
        expect(await store.soleSession(alone)).toBe(id)
        await store.commit(commitOf({ exchange: sampleExchange({ ...bound, client: also }) }))
        expect(await store.soleSession(alone)).toBe(id)
        await store.commit(commitOf({ exchange: sampleExchange(bound) }))
        expect(await store.soleSession(alone)).toBe(null)
        const elsewhere = { ...query, issuerId: 'eu-pid-jwt-proof-only', clients: [mine] }
        expect(await store.otherSession(elsewhere, other)).toBe(null)
      })

      it('are found however many clients a wallet appears as', async () => {
        const { sessionId: id } = await newSession()
        const clients = Array.from({ length: 250 }, fingerprint)
        const span = { issuerId: 'eu-pid-device-bound', from: later(700_000), to: later(700_100) }
        const at = (offset: number, client = clients[0]) =>
          sampleExchange({ at: later(700_000 + offset), client: client ?? '' })
        const hits = [at(1, clients[249]), at(2), at(3, clients[120]), at(4, clients[1])]
        const bound = [6, 5].map((offset) => ({ ...at(offset, clients[offset * 40]), sessionId: id }))
        for (const exchange of [...hits, ...bound].reverse()) await store.commit(commitOf({ exchange }))
        const query = { ...span, clients }
        expect(await store.unboundExchanges(query, { firstMax: 100 })).toEqual(hits)
        expect(await store.unboundExchanges(query, { firstMax: 3 })).toEqual(hits.slice(0, 3))
        expect(await store.unboundExchanges(query, { newestMax: 3 })).toEqual(hits.slice(-3))
        expect(await store.unboundCount(query)).toBe(4)
        const other = (await newSession()).sessionId
        expect(await store.otherSession(query, other)).toBe(id)
        expect(await store.otherSession(query, id)).toBe(null)
      })

      it('include those at no issuer where that is asked for, and a mark of evidence changes with them', async () => {
        const { sessionId: id } = await newSession()
        // The client of all samples: each other one would take a share of the ledger.
        const { client } = sampleExchange()
        const at = (offset: number, issuerId: string | null) =>
          sampleExchange({ at: later(2_000_000 + offset), issuerId })
        const [own, nobody, foreign] = [at(1, 'eu-pid-device-bound'), at(2, null), at(3, 'eu-pid-jwt-proof-only')]
        const span = { clients: [client], from: later(2_000_000), to: later(2_000_100) }
        const query = { issuerId: 'eu-pid-device-bound', ...span }
        const both = { ...query, orNone: true } as const
        for (const exchange of [own, foreign]) await store.commit(commitOf({ exchange }))
        const marks = async () => Promise.all([store.evidenceMark(id, query), store.evidenceMark(id, both)])
        const [one, other] = await marks()
        await store.commit(commitOf({ exchange: nobody }))
        expect(await store.unboundExchanges(query, { firstMax: 9 })).toEqual([own])
        expect(await store.unboundExchanges(both, { firstMax: 9 })).toEqual([own, nobody])
        expect(await store.unboundCount(both)).toBe(2)
        const [same, changed] = await marks()
        expect([same === one, changed === other]).toEqual([true, false])
      })

      it('can be given to a session once, with their findings; everything else of them stays', async () => {
        const [one, two] = [await newSession(), await newSession()]
        const exchange = sampleExchange()
        await store.commit(commitOf({ exchange }))
        const bindTo = (id: typeof one.sessionId) =>
          store.commit(
            commitOf({
              exchange: sampleExchange(),
              effects: [{ type: 'bind', exchangeId: exchange.id, sessionId: id }],
            }),
          )
        expect(await bindTo(one.sessionId)).toEqual(committed)
        expect(await bindTo(two.sessionId)).toEqual(committed)
        const bound = { ...exchange, sessionId: one.sessionId }
        expect(await store.exchanges(one.sessionId)).toEqual([bound])
        expect(await store.exchanges(two.sessionId)).toEqual([])
      })

      it('binding an exchange that is not there is no error', async () => {
        const { sessionId: id } = await newSession()
        const effects = [{ type: 'bind', exchangeId: exchangeId(randomUUID()), sessionId: id }] as const
        expect(await store.commit(commitOf({ exchange: sampleExchange(), effects }))).toEqual(committed)
      })
    })

    describe('the ledger', () => {
      const shifted = (index: number) => epochMillis(sampleStart + 3_600_000 + index)

      it('shows the newest exchanges, oldest first, never more than its bound or the limit', async () => {
        const exchanges = Array.from({ length: suiteLedgerSize + 5 }, (_, index) =>
          sampleExchange({ at: shifted(index) }),
        )
        await Promise.all(exchanges.map((exchange) => store.commit(commitOf({ exchange }))))
        const ids = (list: readonly { readonly id: string }[]) => list.map((exchange) => exchange.id)
        const held = await store.ledger(1000, 'openid4vci')
        expect(held).toHaveLength(suiteLedgerSize)
        expect(held.map(({ at }) => at)).toEqual(held.map(({ at }) => at).sort((a, b) => a - b))
        // Other clients of this suite hold some of it.
        const own = ids(held).filter((id) => ids(exchanges).includes(id))
        expect(own).toEqual(ids(exchanges.slice(-own.length)))
        expect(own.length).toBeGreaterThan(3)
        expect(await store.ledger(3)).toEqual(exchanges.slice(-3).map(toLedgerExchange))
        expect(await store.ledger(0)).toEqual([])
      })

      it('gives each protocol the bound for itself, and shows one of them or both', async () => {
        const issuance = sampleExchange({ at: shifted(100) })
        const presentations = Array.from({ length: suiteLedgerSize + 1 }, (_, index) =>
          sampleExchange({ at: shifted(101 + index), path: `/openid4vp/sessions/${index}/response` }),
        )
        for (const exchange of [issuance, ...presentations]) await store.commit(commitOf({ exchange }))
        const ids = (list: readonly { readonly id: string }[]) => list.map((exchange) => exchange.id)
        expect(ids(await store.ledger(1, 'openid4vci'))).toEqual([issuance.id])
        expect(ids(await store.ledger(1000, 'openid4vp'))).toEqual(ids(presentations.slice(1)))
        const both = ids(await store.ledger(1000))
        expect(both.slice(-suiteLedgerSize - 1)).toEqual(ids([issuance, ...presentations.slice(1)]))
        expect(both).toHaveLength(2 * suiteLedgerSize)
        expect(ids(await store.ledger(1))).toEqual(ids(presentations.slice(-1)))
      })

      it('keeps what few clients sent when another sends more than it holds, also after a restart', async () => {
        const marked = sampleExchange({ at: shifted(200), client: 'network-of-a.first' })
        const later = sampleExchange({ at: shifted(201), client: 'network-of-a.second' })
        const flood = Array.from({ length: 3 * suiteLedgerSize }, (_, index) =>
          sampleExchange({ at: shifted(202 + index), client: `network-of-b.${index}` }),
        )
        for (const exchange of [marked, later, ...flood]) await store.commit(commitOf({ exchange }))
        const ids = (list: readonly { readonly id: string }[]) => list.map((exchange) => exchange.id)
        const held = ids(await store.ledger(suiteLedgerSize, 'openid4vci'))
        expect(held).toHaveLength(suiteLedgerSize)
        expect(held).toEqual(expect.arrayContaining([marked.id, later.id]))
        if (under.reopen) store = await under.reopen()
        expect(ids(await store.ledger(suiteLedgerSize, 'openid4vci'))).toEqual(held)
      })

      it('places an exchange by its arrival, though it was committed late', async () => {
        await store.commit(commitOf({ exchange: sampleExchange({ at: shifted(300) }) }))
        const late = sampleExchange({ at: shifted(299) })
        await store.commit(commitOf({ exchange: late }))
        const [before, last] = await store.ledger(2)
        expect(before?.id).toBe(late.id)
        expect(last?.at).toBe(shifted(300))
      })

      it('shows the session of an exchange that was bound later', async () => {
        const { sessionId: id } = await newSession()
        const exchange = sampleExchange({ at: shifted(400) })
        await store.commit(commitOf({ exchange }))
        await store.commit(
          commitOf({
            exchange: sampleExchange({ at: shifted(401) }),
            effects: [{ type: 'bind', exchangeId: exchange.id, sessionId: id }],
          }),
        )
        const shown = (await store.ledger(10)).find((entry) => entry.id === exchange.id)
        expect(shown).toEqual(toLedgerExchange({ ...exchange, sessionId: id }))
      })
    })

    it('after a restart on the same data everything is there, in the same order', async () => {
      const session = await newSession()
      const presentation = samplePresentation()
      await store.commit(commitOf({ session: presentation }))
      const value = await granted({ sessionId: session.sessionId })
      const bound = sampleExchange({ at: epochMillis(sampleStart + 7_200_000) })
      await store.commit(commitOf({ exchange: bound }))
      const digest = randomBytes(32).toString('base64url')
      const release: StandingValue = { kind: 'list_release', digest, version: 9, changedAt: sampleStart, data: {} }
      await store.commit(commitOf({ effects: [{ type: 'replace', value: release, replaces: 0 }] }))
      await store.commit(
        commitOf({
          exchange: sampleExchange({ sessionId: session.sessionId, at: epochMillis(sampleStart + 7_200_001) }),
          events: (['token_received', 'token_issued'] as const).map((type) =>
            sampleEvent({ sessionId: session.sessionId, type }),
          ),
          effects: [
            { type: 'consume', ...pick(value) },
            { type: 'bind', exchangeId: bound.id, sessionId: session.sessionId },
          ],
        }),
      )
      const view = async (from: Store) => ({
        session: await from.session(session.sessionId),
        presentation: await from.sessionByState(presentation.state),
        events: await from.events(session.sessionId),
        exchanges: await from.exchanges(session.sessionId),
        value: await from.oneTimeValue(value.kind, value.digest),
        release: await from.standingValue('list_release', digest),
        ledger: await from.ledger(suiteLedgerSize),
      })
      const before = await view(store)
      expect(before.exchanges).toHaveLength(2)
      expect(before.release).toEqual(release)
      if (under.reopen) store = await under.reopen()
      expect(await view(store)).toEqual(before)
      const event = sampleEvent({ sessionId: session.sessionId, type: 'nonce_issued' })
      await store.commit(commitOf({ exchange: sampleExchange({ sessionId: session.sessionId }), events: [event] }))
      expect((await store.events(session.sessionId)).map(({ type }) => type)).toEqual([
        'token_received',
        'token_issued',
        'nonce_issued',
      ])
    })
  })
}

const pick = ({ kind, digest }: { kind: ReturnType<typeof sampleValue>['kind']; digest: string }) => ({ kind, digest })

const asKey = (value: ReturnType<typeof sampleValue>) => {
  if (value.kind !== 'access_token' && value.kind !== 'c_nonce') throw new Error('Only these kinds are asked for here.')
  return { kind: value.kind, digest: value.digest }
}
