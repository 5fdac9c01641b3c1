import { describe, expect, it } from 'vitest'
import { disclosures, knownIssuerInput, type PresentationChanges } from '@/lib/testing/presented/make-presentation'
import { readChanged } from '@/lib/testing/presented/read-changed'
import { createMatchBudget } from '../../../dcql/match-budget'
import { readDcqlQuery } from '../../../dcql/read-dcql-query'
import type { Json } from '../../../values/json'
import { sdJwtVc } from '../sd-jwt-vc'

const match = async (claims: Json[][], changes: PresentationChanges = {}) => {
  const [query] = readDcqlQuery({
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: claims.map((path) => ({ path })),
      },
    ],
  }).credentials
  if (query === undefined) throw new Error('The query of the test is none.')
  return sdJwtVc.matchQuery({
    query,
    index: 0,
    reading: await readChanged(changes),
    alsoAnswers: [],
    budget: createMatchBudget(),
  })
}

describe('a presented SD-JWT VC', () => {
  it('answers a query for what it reveals', async () => {
    expect(await match([['family_name'], ['given_name']])).toMatchObject({
      format: { matches: true },
      type: { matches: true },
      holderBinding: { required: true, present: true },
      claims: [{ found: true }, { found: true }],
      minimisation: { unrequested: [], inClear: ['nationalities'] },
    })
  })

  it('answers no query for what it keeps back, and tells what it reveals beyond', async () => {
    const { address, street, city, french } = disclosures
    expect(
      await match([['address', 'street_address'], ['nationalities', 0], ['family_name']], {
        disclosures: [address, street, city, french],
        kb: null,
      }),
    ).toMatchObject({
      holderBinding: { present: false },
      claims: [
        { found: true },
        // The first element was withheld and may be a decoy, so the second may be the first.
        { found: true, selected: [['nationalities', 1]], arrays: [{ revealed: 1, concealed: 1 }] },
        { found: false, missing: 'absent' },
      ],
      minimisation: { unrequested: [['address', 'locality']], siblings: [['address', 'locality']] },
    })
  })

  it('answers nothing when its claims cannot be read', async () => {
    const [query] = readDcqlQuery({ credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: {} }] }).credentials
    const reading = await sdJwtVc.readPresentation('a.b.c~', knownIssuerInput())
    expect(
      query && sdJwtVc.matchQuery({ query, index: 0, reading, alsoAnswers: [], budget: createMatchBudget() }),
    ).toBeNull()
  })
})
