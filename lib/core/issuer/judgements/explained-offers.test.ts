import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../shared/ports/check-id'
import { quote } from '../../shared/values/wording'
import { change, type Difference, isExcused, type Violation } from './fixtures/excused'

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const grant = `/grants/${preAuthorized}`
const code = `${grant}/pre-authorized_code`
const state = '/grants/authorization_code/issuer_state'

const offer = (pointer: string, was?: unknown, is?: unknown) => change('offer', pointer, was, is)
const link = (name: string, was?: unknown, is?: unknown) => change('offer_link', `/${name}`, was, is)
const byValue = (is: unknown) => link('credential_offer', '{}', JSON.stringify(is))
const text = (length: number) => ({ kind: 'string', length })
const hiddenLink = link('credential_offer', text(300), text(200))

const nothing = { expected: null, actual: null }
const sent = (grantType: string): Violation => ({ expected: null, actual: quote(grantType) })

type Row = readonly [what: string, id: CheckId, reason: string | undefined, mismatch: Violation, by: Difference]

describe('a change of the offer excuses what it explains', () => {
  it.each<Row>([
    [
      'a written grant',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      offer('/grants/authorization_code', undefined, {}),
    ],
    [
      'the authorization code where no grant is left',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      offer(grant, {}),
    ],
    [
      'the authorization code where there are no grants',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      offer('/grants', {}),
    ],
    [
      'a grant of the offer in a link',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      byValue({ grants: { authorization_code: {} } }),
    ],
    [
      'a grant of an offer that the record has not',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      hiddenLink,
    ],
    [
      'a grant type of no text',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x:a/b'),
      offer('/grants/urn:x:a~1b', undefined, {}),
    ],
    [
      'a short grant type',
      'vci.token.grant_type',
      'short_name',
      sent('pre-authorized_code'),
      offer('/grants', {}, { 'pre-authorized_code': {} }),
    ],
    [
      'a long grant type',
      'vci.token.grant_type',
      'not_offered',
      sent('g'.repeat(80)),
      offer('/grants', {}, { ['g'.repeat(90)]: {} }),
    ],
    [
      'a grant type of a link',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x:b'),
      byValue({ grants: { 'urn:x:b': {} } }),
    ],
    ['no state where none is left', 'vci.par.issuer_state_returned', 'missing', nothing, offer(state, text(43))],
    [
      'no state where no grant is left',
      'vci.par.issuer_state_returned',
      'missing',
      nothing,
      offer('/grants', { authorization_code: { issuer_state: text(43) } }),
    ],
    [
      'no state in an offer without one',
      'vci.par.issuer_state_returned',
      'missing',
      nothing,
      byValue({ grants: { authorization_code: {} } }),
    ],
    ['a written state', 'vci.par.issuer_state_returned', 'unknown', nothing, offer(state, text(43), text(3))],
    [
      'a written state of another issuer',
      'vci.par.issuer_state_returned',
      'other_issuer',
      nothing,
      offer(state, text(43), text(43)),
    ],
    ['a written code', 'vci.token.preauth_code_valid', 'unknown', nothing, offer(code, text(43), text(3))],
    ['no code where none is left', 'vci.token.preauth_code_valid', 'absent', nothing, offer(code, text(43))],
    ['no code where it is a number', 'vci.token.preauth_code_valid', 'absent', nothing, offer(code, text(43), 7)],
    ['the code of a link', 'vci.token.preauth_code_valid', 'unknown', nothing, hiddenLink],
    [
      'no fetch of an offer that is elsewhere',
      'vci.offer.dereferenced',
      undefined,
      nothing,
      link('credential_offer_uri', 'https://us/a', 'https://us/b'),
    ],
    [
      'no fetch beside an offer by value',
      'vci.offer.dereferenced',
      undefined,
      nothing,
      link('credential_offer', undefined, '{}'),
    ],
    [
      'a fetch by a written reference',
      'vci.offer.no_fetch_by_value',
      undefined,
      nothing,
      link('credential_offer_uri', undefined, 'https://us/a'),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(true)
  })
})

describe('a change of the offer excuses nothing else', () => {
  it.each<Row>([
    [
      'a grant that nobody wrote',
      'vci.offer.grant_respected',
      undefined,
      sent(preAuthorized),
      offer('/grants/authorization_code/issuer_state', text(43), text(3)),
    ],
    [
      'a code that no offer has, where no grant is left',
      'vci.offer.grant_respected',
      undefined,
      sent(preAuthorized),
      offer('/grants', {}),
    ],
    [
      'another grant where only the code is another',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      offer(code, text(43), text(3)),
    ],
    [
      'a grant type that nobody wrote',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x:b'),
      offer('/grants/urn:x:a', undefined, {}),
    ],
    [
      'a grant type where grants are gone',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x:b'),
      offer('/grants', {}),
    ],
    [
      'the start of a grant type',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x'),
      offer('/grants/urn:x:a', undefined, {}),
    ],
    ['no grant type', 'vci.token.grant_type', 'absent', nothing, offer('/grants/urn:x:a', undefined, {})],
    ['a misnamed grant type', 'vci.token.grant_type', 'other_name', nothing, hiddenLink],
    [
      'a grant type beside a written code',
      'vci.token.grant_type',
      'not_offered',
      sent('urn:x:b'),
      offer(code, text(43), text(3)),
    ],
    [
      'another grant than that in the link',
      'vci.offer.grant_respected',
      undefined,
      sent('authorization_code'),
      byValue({ grants: { [preAuthorized]: {} } }),
    ],
    [
      'no state where one is written',
      'vci.par.issuer_state_returned',
      'missing',
      nothing,
      offer(state, text(43), text(3)),
    ],
    ['a state where none is left', 'vci.par.issuer_state_returned', 'unknown', nothing, offer(state, text(43))],
    [
      'no state where another grant came',
      'vci.par.issuer_state_returned',
      'missing',
      nothing,
      offer(grant, undefined, {}),
    ],
    ['a code where none is left', 'vci.token.preauth_code_valid', 'unknown', nothing, offer(code, text(43))],
    ['no code where one is written', 'vci.token.preauth_code_valid', 'absent', nothing, offer(code, text(43), text(3))],
    [
      'a code that wrong transaction codes used up',
      'vci.token.preauth_code_valid',
      'used_up',
      nothing,
      offer(code, text(43), text(3)),
    ],
    [
      'a code where another grant came',
      'vci.token.preauth_code_valid',
      'unknown',
      nothing,
      offer('/grants/authorization_code', undefined, {}),
    ],
    [
      'no fetch where the offer in the link is none',
      'vci.offer.dereferenced',
      undefined,
      nothing,
      link('credential_offer', undefined, 'x'),
    ],
    [
      'a fetch of an offer by value that is another',
      'vci.offer.no_fetch_by_value',
      undefined,
      nothing,
      byValue({ grants: {} }),
    ],
    [
      'a fetch where no reference is left',
      'vci.offer.no_fetch_by_value',
      undefined,
      nothing,
      link('credential_offer_uri', 'https://us/a'),
    ],
  ])('%s', (_, id, reason, mismatch, by) => {
    expect(isExcused(id, reason, mismatch, [by])).toBe(false)
  })
})
