import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WalletLabel } from './wallet-label'

const label = (props: Parameters<typeof WalletLabel>[0]) => renderToStaticMarkup(createElement(WalletLabel, props))

it('tells a name that a wallet gave itself from one that its tester gave, each with an order of its own', () => {
  expect(label({ wallet: { name: 'Quillfern', version: '2.4.1' } })).toBe('<bdi>Quillfern</bdi> <bdi>2.4.1</bdi>')
  expect(label({ wallet: { name: 'okhttp/4.12' } })).toBe('calls itself &quot;<bdi>okhttp/4.12</bdi>&quot;')
  expect(label({ wallet: undefined })).toBe('no name so far')
})
