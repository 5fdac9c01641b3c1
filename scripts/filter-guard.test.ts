import { describe, expect, it } from 'vitest'
import { handMadeFilters } from './filter-guard.mjs'

const asked = 'lib/adapters/pocketbase/some-store.ts'
const found = (text: string, path = asked) => handMadeFilters(path, text).map(({ line }) => line)

describe('the guard of filters', () => {
  it.each([
    ['sdk.filter', "const a = sdk.filter('state = {:state}', { state })"],
    ['sdk.filter with an expression', 'const a = client.sdk.filter(expression, { state })'],
    ['sdk.filter by its name as text', "const a = client.sdk['filter'](expression, { state })"],
    ['a template of pb_hooks', "app.findRecordsByFilter('sessions', 'state = {:state}', '', 1, 0, { state })"],
    ['a template for one record', "app.findFirstRecordByFilter('sessions', expression, { state })"],
    ['a filter as text', 'const query = { collection, filter: `state = "` }'],
    ['a filter put together', "const query = { collection, filter: 'state = ' + quoted(state) }"],
    ['a filter that may be text', "const query = { filter: known ? 'state = 1' : none }"],
    ['a variable of that name', 'const unboundFilter = `state = "` + quoted(state)'],
    ['a text that is called one', 'const query = { filter: text as Filter }'],
    ['a parameter', "search.set('filter', text)"],
    ['an address', 'const path = `/api/collections/sessions/records?page=1&filter=` + text'],
    ['a read of the SDK', "sdk.collection('sessions').getFirstListItem(text)"],
  ])('finds %s', (_what, text) => {
    expect(found(`\n${text}`)).toContain(2)
  })

  it('leaves lists, and what filterOf makes, alone', () => {
    const text = `
      const names = list.filter(Boolean).filter((name) => name !== 'filter')
      const query = { collection, filter: filterOf(['state_digest', '=', { digest }]), perPage: 1 }
      const other = { ...query, filter }
    `
    expect(found(text)).toEqual([])
  })

  it('lets those alone that are there for it', () => {
    expect(found("search.set('filter', query.filter)", 'lib/adapters/pocketbase/client/list-records.ts')).toEqual([])
    expect(found('return texts.join() as Filter', 'lib/core/shared/ports/filter.ts')).toEqual([])
  })
})
