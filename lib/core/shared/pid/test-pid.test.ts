import { describe, expect, it } from 'vitest'
import { pidAttributes } from './attributes'
import { portraitJpegBase64, testPid } from './test-pid'

describe('the test PID', () => {
  it('is the same for every call and differs between issuers in its trust anchor only', () => {
    const [one, other] = [testPid('https://a.example/issuers/x'), testPid('https://a.example/issuers/y')]
    expect(testPid('https://a.example/issuers/x')).toEqual(one)
    const differing = one.filter(({ value }, index) => value !== other[index]?.value)
    expect(differing.map(({ identifier, value }) => [identifier, value])).toEqual([
      ['trust_anchor', 'https://a.example/issuers/x/trust-anchor.pem'],
    ])
  })

  it('has every data identifier of the rulebook once, and no age attribute', () => {
    const identifiers = pidAttributes.map(({ identifier }) => identifier)
    expect(identifiers).toHaveLength(27)
    expect(new Set(identifiers).size).toBe(27)
    expect(identifiers.filter((identifier) => identifier.includes('age_'))).toEqual([])
  })

  it('names each claim and each element once', () => {
    const claims = pidAttributes.map(({ sdJwtPath }) => sdJwtPath.join('.'))
    expect(new Set(claims).size).toBe(claims.length)
    const elements = pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [mdoc.element]))
    expect(elements).toHaveLength(26)
    expect(new Set(elements).size).toBe(26)
  })

  it('has a value that is not ASCII, for wallets that mistreat text', () => {
    expect(testPid('x').some(({ value }) => typeof value === 'string' && /[^ -~]/.test(value))).toBe(true)
  })
})

describe('the portrait', () => {
  it('is a small baseline JPEG of 120 x 160 pixels', () => {
    const jpeg = Buffer.from(portraitJpegBase64, 'base64')
    expect(jpeg.toString('base64')).toBe(portraitJpegBase64)
    expect(jpeg.length).toBe(2338)
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9')
    // Start of frame, baseline: marker, length, precision, height, width.
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
    expect([jpeg.readUInt16BE(frame + 5), jpeg.readUInt16BE(frame + 7)]).toEqual([160, 120])
  })
})
