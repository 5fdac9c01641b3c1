import { describe, expect, it } from 'vitest'
import { isForeignPost } from './forms'

const from = (site?: string) =>
  isForeignPost(
    new Request('http://capture.example/', site === undefined ? {} : { headers: { 'sec-fetch-site': site } }),
  )

// The server refuses such forms before a page reads them, so only this test covers the second check.
describe('a form', () => {
  it.each(['cross-site', 'same-site'])('of a page of another origin is foreign: %s', (site) => {
    expect(from(site)).toBe(true)
  })

  it.each(['same-origin', 'none', undefined])('of ours, of nobody, or of an older browser is not: %s', (site) => {
    expect(from(site)).toBe(false)
  })
})
