import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MarkedText } from './marked-text'

const shown = (right: unknown, sent: unknown) =>
  renderToStaticMarkup(createElement(MarkedText, { label: 'The request, sent', right, sent, shows: 'sent' }))

const certificate = Array.from({ length: 300 }, (_, at) => `part${at}`).join('.')

it('opens the whole of a long value from its beginning', () => {
  const markup = shown({ x5c: 'a' }, { x5c: certificate })
  expect(markup).toContain('<details><summary')
  const text = markup.replaceAll(/<span[^>]*>[^<]*<\/span>/g, '').replaceAll(/<[^>]+>/g, '')
  expect(text.replace('… ', '')).toContain(`+   &quot;x5c&quot;: &quot;${certificate}&quot;`)
})

it('marks only the lines that the other text does not have', () => {
  const markup = shown({ a: 1, b: certificate }, { a: 2, b: certificate })
  expect(markup).toMatch(/<ins[^>]*>\+ {3}&quot;a&quot;: 2,\n<\/ins>/)
  expect(markup.match(/<ins/g)).toHaveLength(1)
})
