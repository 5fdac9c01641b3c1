import { type CSSProperties, createElement, type ReactNode } from 'react'

/** The colours of the light theme: a picture cannot have two. */
export const colours = {
  canvas: '#f6f6f3',
  surface: '#ffffff',
  ink: '#191b18',
  quiet: '#4b4f48',
  line: '#e2e3dc',
  pass: '#176339',
  fail: '#b01f1a',
  warn: '#7f4d00',
} as const

/** An element of a picture. */
export const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

/** The style of a picture's outermost element. */
export const page: CSSProperties = {
  flexDirection: 'column',
  width: '100%',
  height: '100%',
  padding: 56,
  gap: 28,
  background: colours.canvas,
  color: colours.ink,
}
