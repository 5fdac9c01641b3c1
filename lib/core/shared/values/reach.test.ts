import { describe, expect, it } from 'vitest'
import { reachOf } from './reach'

describe('what an address means to a phone', () => {
  it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://capture.localhost'])(
    '%s is http, and the phone itself',
    (baseUrl) => {
      expect(reachOf(baseUrl)).toEqual({ plainHttp: true, thisMachineOnly: true })
    },
  )

  it('https does not make this machine another', () => {
    expect(reachOf('https://localhost:3000')).toEqual({ plainHttp: false, thisMachineOnly: true })
  })

  it.each([
    'https://192.168.1.20:3000',
    'https://capture.example.org',
    'https://localhost.example.org',
    'https://[fd00::1]',
  ])('%s is another machine, by https', (baseUrl) => {
    expect(reachOf(baseUrl)).toEqual({ plainHttp: false, thisMachineOnly: false })
  })

  it('a private address may still be http', () => {
    expect(reachOf('http://192.168.1.20:3000')).toEqual({ plainHttp: true, thisMachineOnly: false })
  })
})
