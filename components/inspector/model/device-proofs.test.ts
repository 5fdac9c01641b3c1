import { describe, expect, it } from 'vitest'
import { deviceProofs, judgesDeviceProof } from '../verifier/device-proof'

describe('what the devices of an answer had to sign', () => {
  it('is listed for each mdoc under a name of its own, and for nothing else', () => {
    const proof = { session_transcript: '83f6f6' }
    expect(
      deviceProofs([
        { query_id: 'pid', index: 0, format: 'dc+sd-jwt' },
        { query_id: 'mdoc', index: 0, device_proof: proof },
        { query_id: 'mdoc', index: 1, device_proof: proof },
        { query_id: 'mdoc', index: 2, device_proof: null },
      ]),
    ).toEqual([
      { name: 'mdoc, 1', proof },
      { name: 'mdoc, 2', proof },
    ])
  })

  it('belongs beside the checks of the device signature', () => {
    expect(judgesDeviceProof('vp.mdoc.device_signature')).toBe(true)
    expect(judgesDeviceProof('vp.mdoc.transcript_variant')).toBe(true)
    expect(judgesDeviceProof('vp.mdoc.digests')).toBe(false)
  })
})
