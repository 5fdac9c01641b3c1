import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RunProblem } from './runs-panel'

const shown = (code: string): string => renderToStaticMarkup(createElement(RunProblem, { code, places: [] }))

describe('why a form of a run was not carried out', () => {
  it('names the part that is not responding, by the code of the interface', () => {
    expect(shown('store_unavailable')).toContain('Storage is not responding')
    expect(shown('temporal_unavailable')).toContain('Temporal is not responding')
  })

  it('has words of its own for no other code', () => {
    for (const code of ['toString', 'unheard_of']) expect(shown(code)).toContain('This did not work')
  })
})
