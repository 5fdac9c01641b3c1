import { describe, expect, it } from 'vitest'
import { movedTo, variesByAccept } from './moved'
import { findRoute } from './router'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const ask = (target: string, { method = 'GET', accept = browser }: { method?: string; accept?: string } = {}) => {
  const [path = '', query = null] = target.split(/\?(.*)/s)
  const reply = movedTo({ method, headers: { accept } }, { path, query })
  return reply && [reply.status, reply.headers.find(([name]) => name === 'Location')?.[1]]
}

describe('an address that moved', () => {
  it.each([
    ['/inspect/coverage', 308, '/cases'],
    ['/inspect/coverage/statement', 308, '/cases/statement'],
    ['/inspect/compare', 308, '/compare'],
    ['/operator', 303, '/operator/scoreboard'],
  ])('%s leads on by %i to the page %s, with its query', (old, status, page) => {
    for (const accept of [browser, '*/*', 'application/json'])
      expect([ask(old, { accept }), ask(`${old}?a=1&b=%3F?`, { accept })]).toEqual([
        [status, page],
        [status, `${page}?a=1&b=%3F?`],
      ])
    expect(ask(old, { method: 'HEAD' })).toEqual([status, page])
    expect(findRoute('GET', page).kind).toBe('page')
    expect(findRoute('GET', old).kind).toBe('miss')
  })

  it.each([
    ['/start', '/start/issuance/create'],
    ['/start/presentation', '/start/presentation/create'],
    ['/start/round-trip', '/start/round-trip/create'],
  ])('%s sends a form on to %s, which a page has', (old, form) => {
    expect(ask(old, { method: 'POST' })).toEqual([307, form])
    expect(ask(`${old}?a=1`, { method: 'POST' })).toEqual([307, `${form}?a=1`])
    expect(findRoute('POST', form).kind).toBe('page')
    // A page may have the old address of its form.
    expect([ask(old), ask(old, { method: 'PUT' })]).toEqual([null, null])
  })

  it('of the form that started a campaign leads on by 303 to the page that has it, with its query', () => {
    for (const accept of [browser, '*/*'])
      expect(ask('/?wallet=a%26b&version=1&campaign=smoke', { accept })).toEqual([
        303,
        '/campaigns?wallet=a%26b&version=1&campaign=smoke',
      ])
    expect([ask('/'), ask('/?wallet=campaign'), ask('/?preset=x')]).toEqual([null, null, null])
  })

  it('is no other method, no other spelling, and nothing below it', () => {
    for (const path of ['/operator/', '//operator', '/operator/x', '/Operator', '/inspect/coverage/', '/toString', ''])
      expect([path, ask(path)]).toEqual([path, null])
    expect(ask('/inspect/coverage', { method: 'POST' })).toBeNull()
  })

  it('repeats nothing in its answer that a header field cannot hold', () => {
    expect(ask('/operator?a=\t\f\u00e9"<x>')).toEqual([303, '/operator/scoreboard?a=%09%0C%E9"<x>'])
  })
})

describe('an address of the interface whose answer is a page too', () => {
  it.each([
    ['/coverage', '/cases'],
    ['/comparison', '/compare'],
  ])('%s leads who prefers html to %s, and nobody else', (address, page) => {
    expect(ask(`${address}?wallet=a&version=1`)).toEqual([303, `${page}?wallet=a&version=1`])
    expect(ask(address, { accept: 'text/html' })).toEqual([303, page])
    for (const accept of ['', '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0.5, */*'])
      expect([accept, ask(address, { accept })]).toEqual([accept, null])
    expect(ask(address, { method: 'POST' })).toBeNull()
    expect(movedTo({ method: 'GET', headers: {} }, { path: address, query: null })).toBeNull()
  })

  it('says that its answer depends on what is accepted', () => {
    expect(
      movedTo({ method: 'GET', headers: { accept: browser } }, { path: '/coverage', query: null })?.headers,
    ).toContainEqual(['Vary', 'Accept'])
    expect(['/coverage', '/comparison', '/coverage/ics', '/operator'].map(variesByAccept)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('shows the menu of the site where an edition is not there, and the editions that are', () => {
    const reply = movedTo(
      { method: 'GET', headers: { accept: browser } },
      { path: '/cases', query: 'wallet=Quillfern&version=1&edition=2031-01' },
    )
    const text = reply?.body?.kind === 'text' ? reply.body.text : ''
    for (const path of ['/', '/campaigns', '/runs']) expect(text).toContain(`<a href="${path}">`)
    expect(text).toContain('edition=2026-09')
  })

  it('answers with an error where an edition to compare with is not there', () => {
    const of = (query: string) => ask(`/cases?wallet=a&version=1&${query}`)?.[0] ?? null
    expect([of('edition=2031-01'), of('compare=2031-01'), of('compare=')]).toEqual([404, 404, 400])
    expect([of('edition=2026-09&compare=2026-07'), of('compare=de378aac')]).toEqual([null, null])
  })

  it('gives a file in the format that a link asks for', () => {
    expect(ask('/coverage?wallet=a&version=1&format=csv')).toBeNull()
    expect(ask('/coverage?format=json')).toBeNull()
    expect(ask('/coverage?wallet=format&version=1')).toEqual([303, '/cases?wallet=format&version=1'])
  })
})
