import '@/lib/testing/pages-setup'
import { describe, expect, it } from 'vitest'
import { allMisbehaviours } from '@/lib/queries/misbehaviours'
import { allVerifierMisbehaviours } from '@/lib/queries/verifier-misbehaviours'
import { defaultMisbehaviour, misbehaviourAreas } from './misbehaviour-combobox'

const choice = (id: string, title: string) => ({ id, title, issuer: null })
const choices = [
  choice('vp.kb.nonce', 'Binds the presentation to another nonce'),
  choice('vp.kb.sd_hash', 'Hashes another presentation'),
  choice('vp.mdoc.device_signature', 'Signs the mdoc with another key'),
  choice('vp.sdjwt.exp', 'Presents a credential that has expired'),
  choice('vp.mdoc.validity', 'Presents an mdoc that has expired'),
  choice('vp.response.single_use', 'Responds to the same request twice'),
  choice('vp.min.only_requested_sdjwt', 'Shows a claim that is not asked for'),
  choice('vci.dpop.jti', 'Uses a DPoP proof twice'),
]
const found = (wanted: string) =>
  misbehaviourAreas(choices, wanted).flatMap(({ misbehaviours }) => misbehaviours.map(({ id }) => id))

describe('the search for a misbehaviour', () => {
  it('begins with the frequent ones, and names the areas of the others as the inspector does', () => {
    expect(misbehaviourAreas(choices, '').map(({ name }) => name)).toEqual([
      'Frequent mistakes',
      'Mobile document (mdoc)',
      'SD-JWT VC',
      'Response: transport',
      'DPoP, per request',
    ])
    expect(new Set(found(''))).toEqual(new Set(choices.map(({ id }) => id)))
    expect(found('key binding')).toEqual(['vp.kb.nonce', 'vp.kb.sd_hash', 'vp.mdoc.device_signature'])
  })

  it('finds a misbehaviour by words that are in neither its title nor its id', () => {
    expect(found('replay')).toEqual(['vp.kb.nonce', 'vp.response.single_use', 'vci.dpop.jti'])
    expect(found('device signature handover')).toEqual(['vp.mdoc.device_signature'])
    expect(found('expiry')).toEqual(['vp.sdjwt.exp', 'vp.mdoc.validity'])
    expect(found('over-disclosure')).toEqual(['vp.min.only_requested_sdjwt'])
    expect(found('sd hash')).toEqual(['vp.kb.sd_hash'])
    // Matches of the word itself come before matches of a synonym.
    expect(found('expired')).toEqual(['vp.sdjwt.exp', 'vp.mdoc.validity'])
    expect(found('mdoc key')[0]).toBe('vp.mdoc.device_signature')
    expect(found('presentation')[0]).toBe('vp.kb.nonce')
    expect(found('nothing like this')).toEqual([])
  })
})

describe('the misbehaviour to begin with', () => {
  it('is one of a DPoP proof or of a key binding, where the wallet has it', () => {
    expect(defaultMisbehaviour(allMisbehaviours())?.id).toBe('vci.dpop.htu')
    expect(defaultMisbehaviour(allVerifierMisbehaviours())?.id).toBe('vp.kb.aud')
  })

  it('is the first of a session that can show neither', () => {
    expect(defaultMisbehaviour(choices)?.id).toBe('vp.kb.nonce')
    expect(defaultMisbehaviour([])).toBeUndefined()
  })
})
