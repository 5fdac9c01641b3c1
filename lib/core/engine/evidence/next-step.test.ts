import { describe, expect, it } from 'vitest'
import { addSeconds, epochMillis } from '../../shared/time/time'
import {
  againAfter,
  doBesideFix,
  type FlowSteps,
  nextStepFrom,
  relevant,
  type Survivor,
  type SurvivorKind,
  standingRefusal,
} from './next-step'

const start = epochMillis(1_800_000_000_000)

const living = (kind: SurvivorKind, change: Partial<Survivor> = {}): Survivor => ({
  kind,
  name: kind,
  lives: true,
  until: addSeconds(start, 60),
  ended: null,
  endedAt: null,
  by: null,
  carried: false,
  ...change,
})

const ended = (kind: SurvivorKind, change: Partial<Survivor> = {}): Survivor =>
  living(kind, { lives: false, until: null, ended: 'used', endedAt: start, ...change })

const flow: FlowSteps = {
  from: [
    { kind: 'access_token', wanting: 'c_nonce', operation: 'requestNonce', do: 'Nonce.' },
    { kind: 'refresh_token', wanting: 'access_token', operation: 'requestToken', do: 'Refresh.' },
    { kind: 'code', operation: 'requestToken', do: 'Code.' },
    { kind: 'request_uri', operation: 'authorize', do: 'Open.' },
    { kind: 'offer', operation: 'pushAuthorizationRequest', do: 'Push.' },
  ],
  anew: 'New session.',
}

const refused = (operation: string | null, ...needs: SurvivorKind[]) => ({
  operation,
  what: 'request',
  needs,
  again: 'Again.',
})
const credential = refused('requestCredential', 'access_token', 'c_nonce')
const step = (of: ReturnType<typeof refused>, ...survivors: Survivor[]) => {
  const { do: what, operation } = nextStepFrom(of, survivors, flow)
  return [what, operation]
}

describe('the next step, row by row', () => {
  it('is the refused operation while all that it needs lives', () => {
    expect(step(credential, living('access_token'), living('c_nonce'), living('offer'))).toEqual([
      'Again.',
      'requestCredential',
    ])
    expect(step(refused('pushAuthorizationRequest', 'offer'), living('offer'))).toEqual([
      'Again.',
      'pushAuthorizationRequest',
    ])
    expect(step(refused('getIssuerMetadata'))).toEqual(['Again.', 'getIssuerMetadata'])
  })

  it('is a nonce where the token lives and the nonce does not', () => {
    expect(step(credential, living('access_token'), ended('c_nonce'))).toEqual(['Nonce.', 'requestNonce'])
    expect(step(credential, living('access_token'))).toEqual(['Nonce.', 'requestNonce'])
  })

  it('is a refresh where the refresh token lives and the token does not', () => {
    const survivors = [ended('access_token'), living('c_nonce'), living('refresh_token'), living('offer')]
    expect(step(credential, ...survivors)).toEqual(['Refresh.', 'requestToken'])
  })

  it('is a token request where a code lives, also after an authorization request that came again', () => {
    const again = refused('authorize', 'request_uri')
    expect(step(again, ended('request_uri', { carried: true }), living('code'), living('offer'))).toEqual([
      'Code.',
      'requestToken',
    ])
    // No new token is asked for with a code while the refused request is one for a token.
    const token = refused('requestToken', 'code')
    expect(step(token, ended('code', { carried: true }), living('code'))).toEqual(['Code.', 'requestToken'])
  })

  it('is the authorization endpoint, the offer, or a new session, whichever lives first', () => {
    const token = refused('requestToken', 'code')
    expect(step(token, ended('code'), living('request_uri'), living('offer'))).toEqual(['Open.', 'authorize'])
    expect(step(token, ended('code'), ended('request_uri'), living('offer'))).toEqual([
      'Push.',
      'pushAuthorizationRequest',
    ])
    expect(step(token, ended('code'), ended('offer'))).toEqual(['New session.', null])
    expect(step(token)).toEqual(['New session.', null])
  })

  it('tells nothing of an address that tells nothing', () => {
    expect(step(refused(null), living('offer'))).toEqual(['Push.', 'pushAuthorizationRequest'])
  })
})

describe('a value of the refused request', () => {
  it('counts before any other of its kind, and one that was not sent by what the session has', () => {
    const token = living('access_token')
    expect(step(credential, token, ended('c_nonce', { carried: true }), living('c_nonce'))[1]).toBe('requestNonce')
    expect(step(credential, token, living('c_nonce', { carried: true }), ended('c_nonce'))[1]).toBe('requestCredential')
    expect(step(credential, token, living('c_nonce'))[1]).toBe('requestCredential')
  })

  it('is listed beside the newest other one that lives, and what ended only where nothing else is known', () => {
    const [old, recent] = [living('code'), living('code', { until: addSeconds(start, 90) })]
    const sent = ended('code', { carried: true })
    expect(relevant([recent, old, sent])).toEqual([sent, recent])
    expect(relevant([recent, old])).toEqual([recent])
    expect(relevant([ended('code')])).toEqual([ended('code')])
    expect(relevant([living('code', { carried: true }), recent])).toEqual([living('code', { carried: true })])
  })
})

describe('why', () => {
  const because = (of: ReturnType<typeof refused>, ...survivors: Survivor[]) =>
    nextStepFrom(of, survivors, flow).because

  it('names what lives and until when, or what ended, how and when', () => {
    expect(because(credential, living('access_token'), living('c_nonce'))).toBe(
      'The access_token is valid until 08:01:00 UTC. The c_nonce is valid until 08:01:00 UTC.',
    )
    expect(because(credential, living('access_token'), ended('c_nonce'))).toBe(
      'The c_nonce was used up at 08:00:00 UTC. The access_token is valid until 08:01:00 UTC.',
    )
    expect(because(credential, living('access_token'))).toMatch(/^No c_nonce of this session is valid\./)
    const code = refused('requestToken', 'code')
    const told = (how: Survivor['ended']) => because(code, ended('code', { ended: how }))
    expect([told('expired'), told('revoked'), told('refused_use'), told(null)]).toEqual([
      'The code expired at 08:00:00 UTC.',
      'The code was revoked at 08:00:00 UTC.',
      'The code was used up at 08:00:00 UTC by a request that was refused.',
      'The code of the refused request is none that this issuer gave.',
    ])
  })

  it('is in the list too, by its exchange', () => {
    const by = '00000000-0000-4000-8000-000000000001'
    expect(nextStepFrom(credential, [ended('code', { by })], flow).survives).toEqual([
      { kind: 'code', lives: false, until: null, ended: 'used', ended_at: '2027-01-15T08:00:00.000Z', by },
    ])
  })
})

describe('sending again', () => {
  const exchange = (headers: Record<string, string>) => ({
    id: '00000000-0000-4000-8000-000000000001' as never,
    response: { status: 400, contentType: null, headers, body: null },
    findings: [],
  })

  it('begins with the fix of the refused request, or with the challenge of its response', () => {
    const cause = { exchange_id: exchange({}).id, fix: 'Send it as a form', acts: 'wallet' as const }
    expect(againAfter('token request', exchange({}), { ...cause, acts: 'operator' })).toBe(
      'Send the token request again once that is done.',
    )
    expect(againAfter('token request', exchange({}), cause)).toBe(
      'Send it as a form. Then send the token request again.',
    )
    expect(againAfter('token request', exchange({}), null)).toBe('Correct the token request and send it again.')
    expect(againAfter('token request', exchange({ 'DPoP-Nonce': 'n' }), cause)).toBe(
      'Send the token request again with the DPoP nonce of the response.',
    )
  })
})

it('says a fix once where it stands beside the step', () => {
  const step = { do: 'Send it as a form. Then send the token request again.' }
  expect(doBesideFix(step, { fix: 'Send it as a form.' })).toBe('Correct the token request and send it again.')
  expect(doBesideFix(step, { fix: 'Something else.' })).toBe(step.do)
  expect(doBesideFix(step, null)).toBe(step.do)
})

describe('the refusal that a session stands at', () => {
  const standing = (...exchanges: string[]) =>
    standingRefusal(exchanges, {
      isRefused: (one) => one.startsWith('!'),
      isOfFlow: (one) => one.includes('flow'),
      hasEndpoint: () => true,
    })

  it('is over with the next success of the flow, whatever else was fetched meanwhile', () => {
    expect(standing('!flow', 'nonce')).toBe('!flow')
    expect(standing('!flow', '!metadata')).toBe('!flow')
    expect(standing('!flow', 'flow')).toBeNull()
  })

  it('may be beside the flow, until the next success', () => {
    expect(standing('flow', '!metadata')).toBe('!metadata')
    expect(standing('!metadata', 'metadata')).toBeNull()
    expect(standing()).toBeNull()
  })
})
