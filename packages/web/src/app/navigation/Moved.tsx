import { Navigate, useLocation } from 'react-router'

/** At an earlier address of a screen: leads to its present one, with what the address asked for. */
export function Moved({ to }: { readonly to: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: to, search, hash }} replace />
}
