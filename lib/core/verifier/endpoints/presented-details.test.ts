import { describe, expect, it } from 'vitest'
import { claimTreeOf } from '../../shared/dcql/fixtures/claim-tree-of'
import { createMatchBudget } from '../../shared/dcql/match-budget'
import { matchCredentialQuery } from '../../shared/dcql/match-credential-query'
import { readDcqlQuery } from '../../shared/dcql/read-dcql-query'
import { mdocClaimTree } from '../../shared/formats/mso-mdoc/read-presentation/read-elements'
import type { Json } from '../../shared/values/json'
import { bytes, element, goodDocument, goodMdoc, text } from '../checks/fixtures/mdoc-reading'
import { goodMatch, mdocDocument } from '../checks/fixtures/response'
import { goodSdJwt } from '../checks/fixtures/sd-jwt-reading'
import { disclosedPaths, transactionComparison } from './presented-details'

const type = 'urn:eudi:pid:1'

/** A presentation of these claims for a query of these paths. */
function presented(claims: Json, paths: (string | number | null)[][]) {
  const claimTree = claimTreeOf(claims)
  const [query] = readDcqlQuery({
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [type] }, claims: paths.map((path) => ({ path })) },
    ],
  }).credentials
  if (query === undefined) throw new Error('The query is not understood.')
  const match = matchCredentialQuery({
    query,
    index: 0,
    alsoAnswers: [],
    budget: createMatchBudget(),
    presented: {
      format: 'dc+sd-jwt',
      type,
      claims: claimTree,
      authorityKeyIdentifiers: [],
      holderBindingPresent: true,
      instance: null,
    },
  })
  return { reading: { ...goodSdJwt, claimTree }, match }
}

describe('the paths of what a presentation discloses', () => {
  it('are claims path pointers, with what leads to a requested claim, and apart what nobody asked for', () => {
    const claims = { family_name: 'A', address: { locality: 'B', country: 'C' }, nationalities: ['D', 'E'] }
    expect(
      disclosedPaths(
        presented(claims, [
          ['address', 'locality'],
          ['nationalities', 1],
        ]),
      ),
    ).toEqual({
      disclosed_paths: [
        ['family_name'],
        ['address'],
        ['address', 'locality'],
        ['address', 'country'],
        ['nationalities'],
        ['nationalities', 0],
        ['nationalities', 1],
      ],
      unrequested_paths: [['family_name'], ['address', 'country'], ['nationalities', 0]],
    })
  })

  it('hold what every document of an mdoc shows, each path once', () => {
    const [document] = goodMdoc.documents
    if (document === undefined) throw new Error('The fixture has no document.')
    const showing = (...names: string[]) => ({
      ...document,
      claimTree: mdocClaimTree(names.map((name) => element(name, name === 'portrait' ? bytes(1) : text('secret')))),
    })
    const documents = [showing('family_name'), showing('family_name', 'portrait')]
    const asked = ['eu.europa.ec.eudi.pid.1', 'family_name']
    const match = {
      ...goodMatch,
      minimisation: {
        ...goodMatch.minimisation,
        disclosed: [{ position: asked, role: 'requested', requestedBy: ['pid'] } as const],
      },
    }
    expect(disclosedPaths({ reading: { ...goodMdoc, documents }, match })).toEqual({
      disclosed_paths: [asked, ['eu.europa.ec.eudi.pid.1', 'portrait']],
      unrequested_paths: [['eu.europa.ec.eudi.pid.1', 'portrait']],
    })
  })

  it('tell no name that may be about a person', () => {
    const long = 'x'.repeat(65)
    const { disclosed_paths } = disclosedPaths(presented({ 'anna@example.org': true, [long]: 1 }, [['family_name']]))
    expect(disclosed_paths).toEqual([['a name of 16 characters'], ['a name of 65 characters']])
  })

  it('are not compared where no query is known, and are none of what cannot be read', () => {
    const { reading } = presented({ family_name: 'A' }, [['family_name']])
    expect(disclosedPaths({ reading, match: null })).toEqual({
      disclosed_paths: [['family_name']],
      unrequested_paths: null,
    })
    expect(disclosedPaths({ reading: { ...reading, claimTree: null }, match: null }).disclosed_paths).toEqual([])
  })

  it('are listed up to a bound', () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, number) => [`claim_${number}`, 1]))
    const { disclosed_paths, unrequested_paths } = disclosedPaths(presented(many, [['claim_0']]))
    expect([disclosed_paths.length, unrequested_paths?.length]).toEqual([200, 200])
  })
})

const digest = () => new Uint8Array(32)

const entry = { index: 0, sent: 'e', type: 'payment', credentialIds: ['pid'], algorithms: null }

const device = {
  ...goodDocument.device,
  elements: [
    { namespace: 'org.example.payment', name: 'amount', authorized: true },
    { namespace: 'org.example.payment', name: 'erika@example.com', authorized: true },
  ],
}

const { presented: mdoc } = mdocDocument({ device })

it('transaction data in an mdoc is told with the elements that the device signed', () => {
  expect(transactionComparison(mdoc, { transactions: [entry] }, digest)).toEqual({
    entries: [{ index: 0, type: 'payment' }],
    device_signed: [
      { namespace: 'org.example.payment', element: 'amount' },
      { namespace: 'org.example.payment', element: 'a name of 17 characters' },
    ],
  })
})

it('nothing is told where no entry is for this credential', () => {
  const other = { ...entry, credentialIds: ['another'] }
  expect(transactionComparison(mdoc, { transactions: [] }, digest)).toBeNull()
  expect(transactionComparison({ ...mdoc, transaction: null }, { transactions: [other] }, digest)).toBeNull()
})
