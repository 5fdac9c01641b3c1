import { describe, expect, it } from 'vitest'
import { isNaming, pageAt, pageEntries, pathOfPage, plainPages } from './pages'
import { paths } from './paths'

describe('the table of pages', () => {
  it('finds each page by its path, and what it names as that is spelled', () => {
    for (const [name, { path }] of pageEntries) {
      const values = [...path.matchAll(/\{\w+\}/g)].map((_, at) => `a%2Fb${at}`)
      const address = values.reduce((left, value) => left.replace(/\{\w+\}/, value), path)
      expect(pageAt(address)).toEqual({ name, values })
    }
  })

  it.each(['', '/nowhere', '/checks/', '/checks/a/b', '/ledger/rows', 'ledger'])('has no page at %j', (path) => {
    expect(pageAt(path)).toBeNull()
  })

  it('has a place in the navigation for each page that needs no name but the first, and for no other', () => {
    for (const [name, { path, group, label }] of pageEntries) {
      const isListed = !isNaming(name) && path !== '/'
      expect([name, group !== undefined, (label ?? '') !== '']).toEqual([name, isListed, isListed])
    }
    const labels = pageEntries.flatMap(([, { label }]) => label ?? [])
    expect(labels).toEqual([...new Set(labels)])
  })

  it('has a link to each page, which leads to it', () => {
    for (const name of plainPages) expect([name, paths[name]()]).toEqual([name, pathOfPage(name)])
    expect(paths.check('a/b')).toBe(pathOfPage('check', 'a/b'))
    expect(paths.inspectIssuance('a/b')).toBe(pathOfPage('inspectIssuance', 'a/b'))
    expect(paths.inspectPresentation('a/b')).toBe(pathOfPage('inspectPresentation', 'a/b'))
    expect(paths.roundTrip('a/b')).toBe(pathOfPage('roundTrip', 'a/b'))
    expect(paths.campaign('a/b')).toBe(pathOfPage('campaign', 'a/b'))
    expect(paths.pipeline('a b/c')).toBe(pathOfPage('pipeline', 'a b', 'c'))
  })
})
