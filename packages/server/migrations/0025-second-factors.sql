-- The second factor of an account: a secret that its owner's authenticator app knows too, sealed under AUTH_SECRET.
create table second_factors (
  agent_id bigint primary key references agents,
  sealed_secret text not null,
  -- Null: begun, and no code of it was shown yet; such a one is asked of nobody.
  confirmed_at timestamptz,
  -- The step of time of the newest code that was taken: none of it or before is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Each opens the account once where the app is lost. Only hashes are kept.
create table recovery_codes (
  agent_id bigint not null references agents,
  code_hash text not null,
  used_at timestamptz,
  primary key (agent_id, code_hash)
);
