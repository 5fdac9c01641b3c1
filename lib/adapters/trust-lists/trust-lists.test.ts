import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FetchDocument, FetchedDocument } from '@/lib/core/shared/ports/ports'
import type { TrustListState } from '@/lib/core/shared/ports/trust'
import { addSeconds, type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { loteProfiles } from '@/lib/core/shared/trust/lists/profiles'
import { listProblems } from '@/lib/core/shared/trust/lists/read/read-list'
import { utf8 } from '@/lib/core/shared/values/base64url'
import { type ListContent, makeListOperator, makeTrustList } from '@/lib/testing/trust-list'
import { createKeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { verifySignature } from '../crypto/ports'
import { trustAnchors, trustAnchorsByExchange } from '../crypto/trust-anchors'
import { openTrustLists } from './trust-lists'

const start = epochMillis(1_795_176_000_000)
const day = 86_400
const [operator, stranger] = await Promise.all([makeListOperator(start), makeListOperator(start, { name: 'Stranger' })])
const [provider, other, root] = await Promise.all([0, 1, 2].map(() => createKeyAttester(start)))
if (!provider || !other || !root) throw new Error('A provider is missing.')

const typesOf = (name: 'wallet-providers' | 'pid-providers' | 'pub-eaa-providers') => {
  const { type, services } = loteProfiles[name]
  return { list: type, issuance: services?.issuance ?? '', revocation: services?.revocation ?? '' }
}
const wallet = typesOf('wallet-providers')
const pid = typesOf('pid-providers')
const serviceOf = (type: string, ...of: (typeof provider)[]) => ({
  type,
  entity: 'A Provider',
  certificates: of.map(({ rootCertificate }) => rootCertificate),
})
const location = 'https://lists.example/wallet-providers.jwt'

let directory: string
let now: EpochMillis
const fetchList = vi.fn<FetchDocument>()
const report = vi.fn<(state: TrustListState) => void>()
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trust-lists-'))
  await mkdir(join(directory, 'trust'))
  await put('operator.pem', operator.pem)
  now = start
  fetchList.mockReset()
  report.mockReset()
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFile(join(directory, 'trust', name), text)
const configure = (...lists: object[]) =>
  put('lists.json', JSON.stringify(lists.map((list) => ({ operators: 'operator.pem', purpose: 'wallet', ...list }))))
const listOf = (content: Partial<ListContent> = {}, by = operator) =>
  makeTrustList(by, { now, services: [serviceOf(wallet.issuance, provider)], ...content })
const answered = (document: string, status = 200): FetchedDocument => ({
  answered: true,
  status,
  mediaType: null,
  body: utf8(document),
  remembered: false,
})
const serve = (documents: Readonly<Record<string, string>>) =>
  fetchList.mockImplementation(async (url) => answered(documents[url] ?? '', documents[url] === undefined ? 404 : 200))

const open = async () => {
  const lists = await openTrustLists({ dataDir: directory, now: () => now, verifySignature, fetchList, report })
  await lists.refresh()
  const reader = () =>
    trustAnchors({ wallet: [], credential_issuer: [] }, new X509Certificate(root.rootPem), () => now, lists)
  return {
    lists,
    states: () => lists.states(),
    problems: () => lists.states().flatMap(({ problems }) => [...problems]),
    /** What a chain of a provider comes to. */
    chain: (of = provider, purpose: Parameters<ReturnType<typeof reader>>[0] = 'wallet') => {
      const facts = reader()(purpose)(of.x5c)
      return facts.readable ? { trust: facts.trust, listing: facts.listing?.state } : null
    },
  }
}
const listed = { trust: 'trusted', listing: 'listed' }
const noValidList = { trust: 'no_anchor', listing: 'no_valid_list' }

describe('lists of trusted entities', () => {
  it('that nobody configured: nothing is asked, written or said of them', async () => {
    const { chain, states, lists } = await open()
    expect(states()).toEqual([])
    expect(chain()).toEqual({ trust: 'no_anchor', listing: undefined })
    expect(lists.due()).toBeNull()
    expect(await readdir(directory)).toEqual(['trust'])
    expect(fetchList).not.toHaveBeenCalled()
  })

  it('in a file anchor whom their issuance services certified, and nobody else', async () => {
    await put('wallets.jwt', await listOf())
    await configure({ location: 'wallets.jwt' })
    const { chain, states, problems } = await open()
    expect(problems()).toEqual([])
    expect(chain()).toEqual(listed)
    expect(chain(other)).toEqual({ trust: 'untrusted', listing: 'not_listed' })
    expect(states()).toMatchObject([
      { purpose: 'wallet', via: null, inForce: { operator: operator.name, sequence: 1, issuance: 1, revocation: 0 } },
    ])
    expect(fetchList).not.toHaveBeenCalled()
  })

  it('anchor credentials by issuance, status lists by revocation, and nothing of another type', async () => {
    const services = [
      serviceOf(pid.issuance, provider),
      serviceOf(pid.revocation, other),
      serviceOf(wallet.issuance, root),
    ]
    await put('pid.jwt', await listOf({ type: pid.list, services }))
    await configure({ location: 'pid.jwt', purpose: 'credential_issuer' })
    const { chain } = await open()
    expect(chain(provider, 'credential_issuer')).toEqual(listed)
    expect(chain(provider, 'credential_status')).toMatchObject({ trust: 'untrusted' })
    expect(chain(other, 'credential_issuer')).toMatchObject({ trust: 'untrusted' })
    expect(chain(other, 'credential_status')).toEqual(listed)
    // The root of the installation is trusted by itself, and on no list.
    expect(chain(root, 'credential_issuer')).toEqual({ trust: 'trusted', listing: 'not_listed' })
    expect(chain(root, 'wallet')).toEqual({ trust: 'no_anchor', listing: undefined })
  })

  it.each<[keyof typeof listProblems, () => Promise<string>]>([
    ['operator_unknown', () => listOf({}, stranger)],
    ['expired', () => listOf({ nextUpdate: now })],
    ['operator_name', () => listOf({ name: 'Somebody' })],
    ['territory', () => listOf({ territory: 'IT' })],
    ['not_jws', async () => '<html>'],
  ])('that are not valid (%s) anchor nothing, and say why', async (problem, make) => {
    await put('wallets.jwt', await make())
    await configure({ location: 'wallets.jwt' })
    const { chain, problems, states } = await open()
    expect(chain()).toEqual(noValidList)
    expect(problems()).toEqual([listProblems[problem]])
    expect(states()).toMatchObject([{ inForce: null }])
    expect(report.mock.calls).toMatchObject([[{ inForce: null, problems: [listProblems[problem]] }]])
  })

  it('serve their last valid release until its next update, also after a restart, and take no older one', async () => {
    const [older, newer] = [await listOf({ sequence: 4 }), await listOf({ sequence: 5, services: [] })]
    serve({ [location]: newer })
    await configure({ location })
    expect((await open()).chain()).toEqual({ trust: 'no_anchor', listing: 'not_listed' })
    serve({ [location]: older })
    const rolledBack = await open()
    expect(rolledBack.problems()).toEqual([listProblems.rolled_back])
    expect(rolledBack.states()).toMatchObject([{ inForce: { sequence: 5 } }])
    expect(rolledBack.chain()).toMatchObject({ listing: 'not_listed' })
    fetchList.mockResolvedValue({ answered: false, error: 'unreachable' })
    const restarted = await open()
    expect(restarted.states()).toMatchObject([{ inForce: { sequence: 5 }, problems: ['Its host cannot be reached.'] }])
    now = addSeconds(start, day)
    expect(restarted.states()).toMatchObject([{ inForce: null }])
    expect(restarted.chain()).toEqual(noValidList)
    // Its sequence outlives it.
    serve({ [location]: await listOf({ sequence: 4 }) })
    expect((await open()).problems()).toEqual([listProblems.rolled_back])
    serve({ [location]: await listOf({ sequence: 6 }) })
    expect((await open()).chain()).toEqual(listed)
  })

  it('are read again before their next update, daily, and soon after a failure', async () => {
    const long = await listOf({ nextUpdate: addSeconds(start, 30 * day) })
    serve({ [location]: long })
    await configure({ location })
    const { lists, chain, problems } = await open()
    expect(lists.due()).toBe(addSeconds(start, day))
    await lists.refresh()
    expect(fetchList).toHaveBeenCalledTimes(1)
    now = addSeconds(start, day)
    fetchList.mockResolvedValue(answered('', 503))
    await lists.refresh()
    expect(problems()).toEqual(['The response has status 503 instead of 200.'])
    expect(chain()).toEqual(listed)
    expect(lists.due()).toBe(addSeconds(now, 15 * 60))
    now = addSeconds(now, 15 * 60)
    serve({ [location]: await listOf({ sequence: 2, nextUpdate: addSeconds(now, 3600) }) })
    await lists.refresh()
    expect(problems()).toEqual([])
    expect(lists.due()).toBe(addSeconds(now, 3540))
    expect(report.mock.calls.map(([{ inForce, problems }]) => [inForce?.sequence, problems.length])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
    ])
  })

  it('are told from each other by what they say now: a chain is judged again when they change', async () => {
    serve({ [location]: await listOf() })
    await configure({ location })
    const { lists } = await open()
    const forExchange = trustAnchorsByExchange(
      { wallet: [], credential_issuer: [] },
      new X509Certificate(root.rootPem),
      () => now,
      lists,
    )
    const listing = () => {
      const facts = forExchange()('wallet')(provider.x5c)
      return facts.readable && facts.listing?.state
    }
    expect(listing()).toBe('listed')
    now = addSeconds(start, 3600 * 20)
    expect(listing()).toBe('listed')
    now = addSeconds(start, day)
    expect(listing()).toBe('no_valid_list')
    serve({ [location]: await listOf({ sequence: 2, services: [serviceOf(wallet.issuance, other)] }) })
    await lists.refresh()
    expect(listing()).toBe('not_listed')
  })

  it('lead one level further, to lists of the same purpose that the named operator signed', async () => {
    const [national, deeper] = ['https://it.example/list', 'https://deeper.example/list']
    const pointer = (of: string, type = wallet.list) => ({ location: of, type, operator: stranger })
    const first = await listOf({
      services: [],
      pointers: [
        pointer(location),
        pointer(national),
        pointer('https://pid.example/list', pid.list),
        pointer('http://plain.example/list'),
      ],
    })
    const documents = { [location]: first, [national]: await listOf({ pointers: [pointer(deeper)] }, stranger) }
    serve(documents)
    await configure({ location })
    const { chain, lists, states } = await open()
    expect(chain()).toEqual(listed)
    expect(states().map((state) => [state.location, state.via])).toEqual([
      [location, null],
      [national, location],
      ['http://plain.example/list', location],
    ])
    expect(states().at(-1)?.problems).toEqual(['Its address is no https URL.'])
    expect(fetchList.mock.calls.map(([url]) => url)).toEqual([location, national])
    now = addSeconds(now, day - 60)
    serve({ ...documents, [location]: await listOf({ sequence: 2, services: [] }) })
    await lists.refresh()
    expect(states()).toHaveLength(1)
    expect(chain()).toEqual({ trust: 'no_anchor', listing: 'not_listed' })
  })

  it('are twenty at most, pointers included', async () => {
    const pointers = Array.from({ length: 25 }, (_, place) => ({
      location: `https://l${place}.example/`,
      type: wallet.list,
      operator: stranger,
    }))
    serve({ [location]: await listOf({ pointers }) })
    await configure({ location })
    const { states } = await open()
    expect(states()).toHaveLength(20)
    expect(states()[0]?.inForce?.leftOut).toBe(6)
  })

  it('that name what is no certificate anchor the others', async () => {
    const service = { ...serviceOf(wallet.issuance, provider), certificates: ['AAAA', provider.rootCertificate, '?'] }
    await put('wallets.jwt', await listOf({ services: [service] }))
    await configure({ location: 'wallets.jwt' })
    const { chain, states } = await open()
    expect(chain()).toEqual(listed)
    expect(states()).toMatchObject([{ inForce: { issuance: 1, unusable: 2 } }])
  })

  it.each<[string, RegExp, () => Promise<unknown>]>([
    ['no JSON', /lists\.json must be a JSON array/, () => put('lists.json', '{')],
    ['another purpose', /must be a JSON array/, () => configure({ location, purpose: 'verifier' })],
    ['too many', /at most 20 lists/, () => configure(...Array.from({ length: 21 }, (_, n) => ({ location: `${n}` })))],
    ['one twice', /names a location twice/, () => configure({ location }, { location })],
    ['plain http', /neither https nor a file/, () => configure({ location: 'http://lists.example/' })],
    [
      'a list that is not there',
      /absent\.jwt, which .*lists\.json names, cannot/,
      () => configure({ location: 'absent.jwt' }),
    ],
    ['no operators', /absent\.pem, which .* names, cannot/, () => configure({ location, operators: 'absent.pem' })],
    [
      'an operator without certificate',
      /empty\.pem holds no readable X\.509 certificate/,
      async () => [await put('empty.pem', ''), await configure({ location, operators: 'empty.pem' })],
    ],
  ])('that are configured badly (%s) stop the start with one sentence', async (_, sentence, make) => {
    await make()
    await expect(open()).rejects.toThrow(sentence)
  })
})
