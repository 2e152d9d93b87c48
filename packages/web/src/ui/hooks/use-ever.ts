import { useState } from 'react'

/** Whether something is so, or was at an earlier drawing: what came once stays. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo
}
