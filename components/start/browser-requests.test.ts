import { describe, expect, it } from 'vitest'
import { dcApiProtocols } from '@/lib/core/ground/ports/dc-api'
import { readVerifierFields } from './session-fields'
import { ownQuery } from './verifier-presets'
import { browserRequests, presetFor } from './verifier-start'

const protocolsOf = (label: string) => browserRequests.find((one) => one.label === label)?.value ?? ''

/** The body that the form sends for a request to a browser. */
function bodyOf(label: string): unknown {
  const form = new FormData()
  form.set('presentation_channel', 'dc_api')
  form.set('dc_api_protocols', protocolsOf(label))
  const read = readVerifierFields(form)
  return read.ok ? read.body : read.reason
}

describe('a request through the browser', () => {
  it('is sent as the protocols that its word stands for; signed is the default', () => {
    expect(bodyOf('signed')).toEqual({ presentation_channel: 'dc_api', allow_nonconforming_request: false })
    expect(bodyOf('unsigned')).toMatchObject({ dc_api_protocols: ['openid4vp-v1-unsigned'] })
    expect(bodyOf('multi-signed')).toMatchObject({ dc_api_protocols: ['openid4vp-v1-multisigned'] })
    expect(bodyOf('ISO mdoc')).toMatchObject({ dc_api_protocols: ['org-iso-mdoc'] })
    const all = bodyOf('all') as { readonly dc_api_protocols: readonly string[] }
    expect([...all.dc_api_protocols].sort()).toEqual([...dcApiProtocols].sort())
  })

  it('asks for an mdoc where Annex C can ask for nothing else, and leaves a query of the tester alone', () => {
    for (const label of ['ISO mdoc', 'all']) {
      expect(presetFor(protocolsOf(label), 'pid')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), 'both')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), 'mdoc')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), ownQuery)).toBe(ownQuery)
    }
    for (const label of ['signed', 'unsigned', 'multi-signed']) expect(presetFor(protocolsOf(label), 'pid')).toBe('pid')
  })
})
