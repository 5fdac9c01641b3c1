// Client: only this browser has its key.
'use client'

import { useEffect, useState } from 'react'
import { renameKey } from './rename-key'

/** The field of a form that starts a run by which this browser may change its name later. Empty until the key is there. */
export function RenameDigest() {
  const [digest, setDigest] = useState('')
  useEffect(() => {
    let isGone = false
    void renameKey().then((key) => {
      if (!isGone && key !== null) setDigest(key.digest)
    })
    return () => {
      isGone = true
    }
  }, [])
  return <input type="hidden" name="rename_digest" value={digest} />
}
