import { describe, expect, it } from 'vitest'
import { bind, bindSubject, evaluate } from '../../engine/checks/evaluate'
import type { PresentedReading, PresentedSubject } from '../read/response/response-reading'
import { goodDocument, unreadableMdoc } from './fixtures/mdoc-reading'
import {
  goodMatch,
  goodPresented,
  kbJwt,
  mdoc,
  minimising,
  presented,
  presentedMdoc,
  response,
  sdJwt,
  withoutBinding,
} from './fixtures/response'
import { goodKbJwt, goodSdJwt, invalidSignature, unreadableSdJwt, unverified } from './fixtures/sd-jwt-reading'
import { session } from './fixtures/verifier-evidence'
import { presentedChecks } from './index'

/** Evaluates all presentations of an answer, as the endpoint does. */
const evaluatedAll = (presentations: readonly PresentedReading[]) => {
  const answer = response({ presentations })
  return evaluate(
    presentations.flatMap((one) =>
      bindSubject(
        { queryId: one.queryId, index: one.index },
        bind(presentedChecks, (): PresentedSubject => ({ presented: one, answer })),
      ),
    ),
    null,
  )
}
const evaluated = (subject: PresentedSubject) =>
  evaluate(
    bind(presentedChecks, () => subject),
    null,
  )
const bad = (subject: PresentedSubject) =>
  evaluated(subject).filter(({ status }) => status === 'fail' || status === 'warn')
const errors = (subject: PresentedSubject) => bad(subject).map(({ id }) => id)

describe('checks of a presentation', () => {
  it('find nothing wrong with a good one', () => {
    expect(bad(presented())).toEqual([])
  })

  it('find nothing wrong with one that comes without holder binding if none is asked for', () => {
    const subject = sdJwt(
      { kbJwt: { present: false }, shape: { ...goodSdJwt.shape, endsWithTilde: true } },
      { match: withoutBinding },
    )
    expect(bad(subject)).toEqual([])
  })

  it('name every error, and the first in the order of answers decides', () => {
    const subject = kbJwt(
      {
        nonce: { type: 'string', value: 'another', matches: false },
        aud: { type: 'array', values: ['another'], matches: false },
        signature: invalidSignature,
      },
      { issuerSignature: invalidSignature, sharedSalts: [[0, 1]] },
    )
    expect(errors(subject)).toEqual([
      'vp.sdjwt.signature',
      'vp.sdjwt.salts_unique',
      'vp.kb.signature',
      'vp.kb.aud_single',
      'vp.kb.aud',
      'vp.kb.nonce',
    ])
    expect(bad(subject).map(({ rejected }) => rejected)).toEqual([true, false, false, false, false, false])
  })

  it('judge the key binding of a credential whose own signature is wrong', () => {
    const findings = evaluated(sdJwt({ issuerSignature: invalidSignature }))
    for (const id of ['vp.kb.nonce', 'vp.kb.aud', 'vp.kb.sd_hash', 'vp.kb.signature'])
      expect(findings.find((finding) => finding.id === id)?.status, id).toBe('pass')
  })

  it('refuse a missing Key Binding JWT without a word about what it would hold', () => {
    const subject = sdJwt(
      { kbJwt: { present: false } },
      { match: { ...goodMatch, holderBinding: { required: true, present: false } } },
    )
    expect(errors(subject)).toEqual(['vp.dcql.holder_binding', 'vp.kb.present'])
  })

  it.each(['critical_header', 'algorithm_not_supported'] as const)(
    'refuse signatures that were not verified for a reason that no other check has: %s',
    (reason) => {
      const refusing = (subject: PresentedSubject) =>
        bad(subject)
          .filter(({ rejected }) => rejected)
          .map(({ id }) => id)
      expect(refusing(sdJwt({ issuerSignature: unverified(reason) }))).toEqual(['vp.sdjwt.signature'])
      expect(refusing(kbJwt({ signature: unverified(reason) }))).toEqual(['vp.kb.signature'])
    },
  )

  it('refuse a text that is not an SD-JWT', () => {
    const rejected = evaluated(presented({ reading: unreadableSdJwt })).filter((finding) => finding.rejected)
    expect(rejected.map(({ id }) => id)).toEqual(['vp.sdjwt.compact'])
  })

  it('let an error of one presentation say nothing about another', () => {
    const diploma: PresentedReading = {
      ...goodPresented,
      queryId: 'diploma',
      match: { ...goodMatch, queryId: 'diploma' },
      reading: {
        ...goodSdJwt,
        instance: 'instance-two',
        cnf: { ...goodSdJwt.cnf, jwk: { ...goodSdJwt.cnf.jwk, thumbprint: 'another-key' } },
        kbJwt: { ...goodKbJwt, nonce: { type: 'string', value: 'another', matches: false } },
      },
    }
    const wrong = evaluatedAll([goodPresented, diploma]).filter(({ status }) => status === 'fail' || status === 'warn')
    expect(wrong.map(({ id, subject }) => [id, subject])).toEqual([['vp.kb.nonce', { queryId: 'diploma', index: 0 }]])
  })

  it('block a check by what it needs of the same presentation only', () => {
    const claimSets = (satisfied: boolean): PresentedReading['match'] => ({
      ...goodMatch,
      claimSets: { options: [{ satisfied, missing: satisfied ? [] : [0] }], first: satisfied ? 0 : null, best: 0 },
    })
    const findings = evaluatedAll([
      { ...goodPresented, match: claimSets(false) },
      { ...goodPresented, index: 1, match: claimSets(true) },
    ]).filter(({ id }) => id === 'vp.dcql.claim_set_preference')
    expect(findings.map(({ status, actual }) => [status, actual])).toEqual([
      ['not_applicable', { blocked_by: ['vp.dcql.claim_set'] }],
      ['pass', 'option 0'],
    ])
  })

  it('never refuse for data that was not asked for', () => {
    const subject = minimising({ unrequested: [['birthdate']], siblings: [['address', 'street_address']] })
    expect(errors(subject)).toEqual(['vp.min.only_requested_sdjwt', 'vp.min.no_parent_overreach'])
    expect(evaluated(subject).filter(({ error }) => error !== null)).toEqual([])
  })

  it('find nothing wrong with a good mdoc', () => {
    expect(bad(mdoc)).toEqual([])
  })

  it('refuse a text that is not an mdoc', () => {
    const rejected = evaluated(presentedMdoc(unreadableMdoc, { match: null })).filter((finding) => finding.rejected)
    expect(rejected.map(({ id }) => id)).toEqual(['vp.mdoc.cbor'])
  })

  it('judge every document of an mdoc, so that a bad one hides behind no good one', () => {
    const invalid = { result: 'invalid', unverifiedBecause: null } as const
    const documents = [goodDocument, { ...goodDocument, issuerSignature: invalid }]
    expect(errors(presentedMdoc({ documents, documentCount: 2 }))).toEqual([
      'vp.mdoc.documents',
      'vp.mdoc.one_document',
      'vp.mdoc.issuer_signature',
    ])
  })

  it('hold no value of a claim in what they tell', () => {
    const personal = { family_name: 'Neumann-Unverwechselbar', birthdate: 'Unverwechselbar', email: 'Unverwechselbar' }
    const findings = evaluated(
      sdJwt({
        claims: { vct: 'urn:eudi:pid:1', ...personal },
        disclosures: goodSdJwt.disclosures.map((one) => ({ ...one, value: 'Unverwechselbar', collides: true })),
      }),
    )
    expect(JSON.stringify(findings)).not.toContain('Unverwechselbar')
  })
})

it.each([
  [true, 'The host of the list does not respond.'],
  [false, 'The session does not ask for it: check_status is off.'],
])('a status that was not read is told as not observed (asked for: %s)', (check_status, because) => {
  const asked = { session: session({ options: { ...session().options, check_status } }) }
  const status = (subject: PresentedSubject) =>
    evaluated(subject).filter(({ id }) => id === 'vp.sdjwt.status_value' || id === 'vp.sdjwt.status_token')
  const unread = { statuses: [{ read: false, because: 'unreachable' } as const] }
  const untold = { status: 'not_observed', actual: { because } }
  expect(status(presented(unread, asked))).toMatchObject([untold, untold])
  const without = { ...goodSdJwt, status: { ...goodSdJwt.status, present: false } }
  expect(status(presented({ reading: without }, asked)).map((one) => one.status)).toEqual([
    'not_applicable',
    'not_applicable',
  ])
})
