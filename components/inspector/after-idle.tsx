// Client: time passes without new evidence, which does not rerender the page on the server.
'use client'

import { type ReactNode, useEffect, useState } from 'react'

interface AfterIdleProps {
  /** How long nothing had happened when the page was rendered. */
  readonly idleMillis: number
  readonly limitMillis: number
  readonly children: ReactNode
}

/** Shows its children once nothing has happened for a while. */
export function AfterIdle({ idleMillis, limitMillis, children }: AfterIdleProps) {
  const [idle, setIdle] = useState(idleMillis >= limitMillis)
  useEffect(() => {
    setIdle(idleMillis >= limitMillis)
    if (idleMillis >= limitMillis) return
    const timer = setTimeout(() => setIdle(true), limitMillis - idleMillis)
    return () => clearTimeout(timer)
  }, [idleMillis, limitMillis])
  return idle ? children : null
}
