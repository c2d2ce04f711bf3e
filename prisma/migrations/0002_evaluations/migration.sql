-- CreateEnum
CREATE TYPE "PolicyKind" AS ENUM ('FIXED', 'DECISIONS');

-- CreateTable
CREATE TABLE "LogKey" (
    "publicKey" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LogKey_pkey" PRIMARY KEY ("publicKey")
);

-- CreateTable
CREATE TABLE "Team" (
    "slug" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "Token" (
    "digest" TEXT NOT NULL,
    "teamSlug" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Token_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "TokenRevocation" (
    "tokenDigest" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TokenRevocation_pkey" PRIMARY KEY ("tokenDigest")
);

-- CreateTable
CREATE TABLE "CohortOpening" (
    "cohortId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "CohortOpening_pkey" PRIMARY KEY ("cohortId")
);

-- CreateTable
CREATE TABLE "FirstAnswer" (
    "contentDigest" TEXT NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "FirstAnswer_pkey" PRIMARY KEY ("contentDigest")
);

-- CreateTable
CREATE TABLE "Weights" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "teamSlug" TEXT NOT NULL,

    CONSTRAINT "Weights_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WeightsSeal" (
    "weightsId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "WeightsSeal_pkey" PRIMARY KEY ("weightsId")
);

-- CreateTable
CREATE TABLE "WeightsAbandonment" (
    "weightsId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "WeightsAbandonment_pkey" PRIMARY KEY ("weightsId")
);

-- CreateTable
CREATE TABLE "Policy" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "teamSlug" TEXT NOT NULL,
    "kind" "PolicyKind" NOT NULL,

    CONSTRAINT "Policy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PolicyDecisions" (
    "policyId" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "PolicyDecisions_pkey" PRIMARY KEY ("policyId")
);

-- CreateTable
CREATE TABLE "Declaration" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "digest" TEXT NOT NULL,
    "teamSlug" TEXT NOT NULL,
    "policyId" INTEGER NOT NULL,
    "cohortId" INTEGER NOT NULL,
    "weightsId" INTEGER NOT NULL,

    CONSTRAINT "Declaration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeclarationAbandonment" (
    "declarationId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "DeclarationAbandonment_pkey" PRIMARY KEY ("declarationId")
);

-- CreateTable
CREATE TABLE "Evaluation" (
    "declarationId" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "detail" TEXT NOT NULL,
    "effects" BYTEA NOT NULL,

    CONSTRAINT "Evaluation_pkey" PRIMARY KEY ("declarationId")
);

-- CreateIndex
CREATE INDEX "Token_teamSlug_idx" ON "Token"("teamSlug");

-- CreateIndex
CREATE UNIQUE INDEX "CohortOpening_position_key" ON "CohortOpening"("position");

-- CreateIndex
CREATE INDEX "FirstAnswer_position_idx" ON "FirstAnswer"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Weights_position_key" ON "Weights"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Weights_slug_key" ON "Weights"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Weights_digest_key" ON "Weights"("digest");

-- CreateIndex
CREATE INDEX "Weights_teamSlug_idx" ON "Weights"("teamSlug");

-- CreateIndex
CREATE UNIQUE INDEX "WeightsSeal_position_key" ON "WeightsSeal"("position");

-- CreateIndex
CREATE UNIQUE INDEX "WeightsSeal_digest_key" ON "WeightsSeal"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "WeightsAbandonment_position_key" ON "WeightsAbandonment"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Policy_position_key" ON "Policy"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Policy_slug_key" ON "Policy"("slug");

-- CreateIndex
CREATE INDEX "Policy_digest_idx" ON "Policy"("digest");

-- CreateIndex
CREATE INDEX "Policy_teamSlug_idx" ON "Policy"("teamSlug");

-- CreateIndex
CREATE UNIQUE INDEX "Declaration_position_key" ON "Declaration"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Declaration_digest_key" ON "Declaration"("digest");

-- CreateIndex
CREATE INDEX "Declaration_cohortId_idx" ON "Declaration"("cohortId");

-- CreateIndex
CREATE INDEX "Declaration_policyId_idx" ON "Declaration"("policyId");

-- CreateIndex
CREATE INDEX "Declaration_weightsId_idx" ON "Declaration"("weightsId");

-- CreateIndex
CREATE INDEX "Declaration_teamSlug_idx" ON "Declaration"("teamSlug");

-- CreateIndex
CREATE UNIQUE INDEX "DeclarationAbandonment_position_key" ON "DeclarationAbandonment"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Evaluation_position_key" ON "Evaluation"("position");

-- CreateIndex
CREATE INDEX "Run_contentDigest_idx" ON "Run"("contentDigest");

-- AddForeignKey
ALTER TABLE "Token" ADD CONSTRAINT "Token_teamSlug_fkey" FOREIGN KEY ("teamSlug") REFERENCES "Team"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TokenRevocation" ADD CONSTRAINT "TokenRevocation_tokenDigest_fkey" FOREIGN KEY ("tokenDigest") REFERENCES "Token"("digest") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortOpening" ADD CONSTRAINT "CohortOpening_cohortId_fkey" FOREIGN KEY ("cohortId") REFERENCES "Cohort"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortOpening" ADD CONSTRAINT "CohortOpening_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FirstAnswer" ADD CONSTRAINT "FirstAnswer_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Weights" ADD CONSTRAINT "Weights_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Weights" ADD CONSTRAINT "Weights_teamSlug_fkey" FOREIGN KEY ("teamSlug") REFERENCES "Team"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightsSeal" ADD CONSTRAINT "WeightsSeal_weightsId_fkey" FOREIGN KEY ("weightsId") REFERENCES "Weights"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightsSeal" ADD CONSTRAINT "WeightsSeal_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightsAbandonment" ADD CONSTRAINT "WeightsAbandonment_weightsId_fkey" FOREIGN KEY ("weightsId") REFERENCES "Weights"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightsAbandonment" ADD CONSTRAINT "WeightsAbandonment_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_teamSlug_fkey" FOREIGN KEY ("teamSlug") REFERENCES "Team"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PolicyDecisions" ADD CONSTRAINT "PolicyDecisions_policyId_fkey" FOREIGN KEY ("policyId") REFERENCES "Policy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Declaration" ADD CONSTRAINT "Declaration_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Declaration" ADD CONSTRAINT "Declaration_teamSlug_fkey" FOREIGN KEY ("teamSlug") REFERENCES "Team"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Declaration" ADD CONSTRAINT "Declaration_policyId_fkey" FOREIGN KEY ("policyId") REFERENCES "Policy"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Declaration" ADD CONSTRAINT "Declaration_cohortId_fkey" FOREIGN KEY ("cohortId") REFERENCES "Cohort"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Declaration" ADD CONSTRAINT "Declaration_weightsId_fkey" FOREIGN KEY ("weightsId") REFERENCES "WeightsSeal"("weightsId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeclarationAbandonment" ADD CONSTRAINT "DeclarationAbandonment_declarationId_fkey" FOREIGN KEY ("declarationId") REFERENCES "Declaration"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeclarationAbandonment" ADD CONSTRAINT "DeclarationAbandonment_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_declarationId_fkey" FOREIGN KEY ("declarationId") REFERENCES "Declaration"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what the schema language cannot say.

INSERT INTO "Team" (slug) VALUES ('local');

-- Whatever stands in these tables never changes.
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "LogKey" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Team" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Token" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "TokenRevocation" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "CohortOpening" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "FirstAnswer" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Weights" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "WeightsSeal" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "WeightsAbandonment" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Policy" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "PolicyDecisions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Declaration" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "DeclarationAbandonment" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Evaluation" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A statement as the log keeps it, by its digest.
CREATE FUNCTION hex_sha256(statement text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(statement, 'UTF8')), 'hex');
$$;

-- What the log says at this position, which this very transaction must have written, about a thing of one of these kinds.
CREATE FUNCTION own_statement(of_table text, at bigint, kinds text[]) RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said text;
BEGIN
  SELECT statement INTO said FROM "LogEntry" WHERE position = at AND kind = ANY (kinds) AND xmin = pg_current_xact_id()::xid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a row of "%" cites log position %, where this transaction did not write what it says', of_table, at USING ERRCODE = 'CW002';
  END IF;
  RETURN said;
END $$;

-- Refuses a row with a sentence unless the condition holds.
CREATE FUNCTION must_hold(of_table text, holds boolean, sentence text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION 'a row of "%" is refused: %', of_table, sentence USING ERRCODE = 'CW002';
  END IF;
END $$;

-- A row says what its entry says. The log's lock is held since the entry was written, so that whatever is looked up here
-- has been committed or will come after.
CREATE FUNCTION refuse_unstated_run() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{run}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'content' = NEW."contentDigest", 'its entry names another run');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Run" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_run();

CREATE FUNCTION refuse_unstated_cohort() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{cohort}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'digest' = NEW.digest, 'its entry names another cohort');
  PERFORM must_hold(TG_TABLE_NAME, (said -> 'blind' = 'null') = (NEW.visibility = 'OPEN'), 'its entry says otherwise whether it is blind');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Cohort" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_cohort();

CREATE FUNCTION refuse_unstated_opening() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{cohortOpened}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (
    SELECT FROM "Cohort" JOIN "LogEntry" USING (position)
    WHERE id = NEW."cohortId" AND visibility = 'BLIND' AND hex_sha256(statement) = said ->> 'cohort'
  ), 'its entry opens another cohort, or one that is not blind');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "CohortOpening" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_opening();

CREATE FUNCTION refuse_unstated_answer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{firstAnswer}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said -> 'runs' ? NEW."contentDigest", 'its entry does not name this run');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "FirstAnswer" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_answer();

CREATE FUNCTION refuse_unstated_weights() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  words text := own_statement(TG_TABLE_NAME, NEW.position, '{weightsDraft,weights}');
  said jsonb := words::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, hex_sha256(words) = NEW.digest, 'its digest is not that of its statement');
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'team' = NEW."teamSlug" AND said -> 'draft' = 'null',
    'its entry names other weights');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Weights" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_weights();

-- Weights are sealed at once, in their own entry, or from a draft that stands, word for word.
CREATE FUNCTION refuse_unstated_seal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  words text := own_statement(TG_TABLE_NAME, NEW.position, '{weights}');
  said jsonb := words::jsonb;
  draft record;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, hex_sha256(words) = NEW.digest, 'its digest is not that of its statement');
  SELECT position, digest, statement::jsonb AS said INTO draft FROM "Weights" JOIN "LogEntry" USING (position) WHERE id = NEW."weightsId";
  PERFORM must_hold(TG_TABLE_NAME, draft.position = NEW.position OR (
    draft.position < NEW.position AND said ->> 'draft' = draft.digest
    AND said - '{type,draft,at}'::text[] = draft.said - '{type,draft,at}'::text[]
  ), 'its entry seals other weights');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (SELECT FROM "WeightsAbandonment" WHERE "weightsId" = NEW."weightsId"), 'the draft was abandoned');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "WeightsSeal" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_seal();

CREATE FUNCTION refuse_unstated_weights_abandonment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{abandonment}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (SELECT FROM "Weights" WHERE id = NEW."weightsId" AND digest = said ->> 'statement'),
    'its entry abandons something else');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (SELECT FROM "WeightsSeal" WHERE "weightsId" = NEW."weightsId"), 'the weights are sealed');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "WeightsAbandonment" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_weights_abandonment();

CREATE FUNCTION refuse_unstated_policy() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{policy}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'team' = NEW."teamSlug" AND said ->> 'digest' = NEW.digest,
    'its entry names another policy');
  PERFORM must_hold(TG_TABLE_NAME, (said -> 'decisions' = 'null') = (NEW.kind = 'FIXED'), 'its entry says otherwise what kind it is');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Policy" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_policy();

CREATE FUNCTION refuse_later_decisions() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (
    SELECT FROM "Policy" WHERE id = NEW."policyId" AND kind = 'DECISIONS' AND xmin = pg_current_xact_id()::xid
  ), 'decisions are written with their policy');
  RETURN NEW;
END $$;
CREATE TRIGGER only_with_policy BEFORE INSERT ON "PolicyDecisions" FOR EACH ROW EXECUTE FUNCTION refuse_later_decisions();

-- Promise: nothing is declared under weights that are not sealed yet.
CREATE FUNCTION refuse_unstated_declaration() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  words text := own_statement(TG_TABLE_NAME, NEW.position, '{declaration}');
  said jsonb := words::jsonb;
  sealed record;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, hex_sha256(words) = NEW.digest AND said ->> 'team' = NEW."teamSlug", 'its entry is another declaration');
  SELECT position, digest, statement::jsonb ->> 'cohort' AS cohort INTO sealed
  FROM "WeightsSeal" JOIN "LogEntry" USING (position) WHERE "weightsId" = NEW."weightsId";
  PERFORM must_hold(TG_TABLE_NAME, sealed.digest = said ->> 'weights' AND sealed.position < NEW.position,
    'the weights that it cites are not sealed before it');
  PERFORM must_hold(TG_TABLE_NAME, sealed.cohort IS NULL OR sealed.cohort = said ->> 'cohort', 'the weights that it cites are for another cohort');
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (
    SELECT FROM "Policy" WHERE id = NEW."policyId" AND digest = said ->> 'policy' AND position < NEW.position
  ), 'the policy that it cites is not stored before it');
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (
    SELECT FROM "Cohort" WHERE id = NEW."cohortId" AND digest = said ->> 'cohort' AND position < NEW.position
  ), 'the cohort that it cites is not fixed before it');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Declaration" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_declaration();

CREATE FUNCTION refuse_unstated_declaration_abandonment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{abandonment}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, EXISTS (SELECT FROM "Declaration" WHERE id = NEW."declarationId" AND digest = said ->> 'statement'),
    'its entry abandons something else');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (SELECT FROM "Evaluation" WHERE "declarationId" = NEW."declarationId"), 'the declaration has a result');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "DeclarationAbandonment" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_declaration_abandonment();

-- Promise: a result comes after its declaration and after the log says that its runs were answered about; and never about a
-- cohort that is blind.
CREATE FUNCTION refuse_unstated_result() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{result}')::jsonb;
  declared record;
BEGIN
  SELECT position, digest, "cohortId" INTO declared FROM "Declaration" WHERE id = NEW."declarationId";
  PERFORM must_hold(TG_TABLE_NAME, declared.digest = said ->> 'declaration' AND declared.position < NEW.position,
    'the declaration that it cites is not before it');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (SELECT FROM "DeclarationAbandonment" WHERE "declarationId" = NEW."declarationId"),
    'the declaration was abandoned');
  PERFORM must_hold(TG_TABLE_NAME, hex_sha256(NEW.detail) = said ->> 'detail', 'its detail is not what its entry says');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (
    SELECT FROM "CohortPart" JOIN "Run" ON "Run".id = "runId"
    WHERE "cohortId" = declared."cohortId" AND NOT EXISTS (
      SELECT FROM "FirstAnswer" WHERE "FirstAnswer"."contentDigest" = "Run"."contentDigest" AND "FirstAnswer".position < NEW.position
    )
  ), 'it is the first answer about some run, and the log does not say so');
  PERFORM must_hold(TG_TABLE_NAME, NOT EXISTS (
    SELECT FROM "Cohort" JOIN "Cohort" AS own USING (digest)
    WHERE own.id = declared."cohortId" AND "Cohort".visibility = 'BLIND'
      AND NOT EXISTS (SELECT FROM "CohortOpening" WHERE "cohortId" = "Cohort".id)
  ), 'its cohort is blind');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "Evaluation" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_result();

-- Nothing stands in the log without what it states: looked at when the transaction ends.
CREATE FUNCTION refuse_lone_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  stands boolean;
BEGIN
  CASE NEW.kind
    WHEN 'run' THEN stands := EXISTS (SELECT FROM "Run" WHERE position = NEW.position);
    WHEN 'retraction' THEN stands := EXISTS (SELECT FROM "Tombstone" WHERE position = NEW.position);
    WHEN 'cohort' THEN stands := EXISTS (SELECT FROM "Cohort" WHERE position = NEW.position);
    WHEN 'cohortOpened' THEN stands := EXISTS (SELECT FROM "CohortOpening" WHERE position = NEW.position);
    WHEN 'firstAnswer' THEN
      stands := (SELECT count(*) FROM "FirstAnswer" WHERE position = NEW.position) = jsonb_array_length(NEW.statement::jsonb -> 'runs');
    WHEN 'weightsDraft' THEN stands := EXISTS (SELECT FROM "Weights" WHERE position = NEW.position);
    WHEN 'weights' THEN stands := EXISTS (SELECT FROM "WeightsSeal" WHERE position = NEW.position);
    WHEN 'policy' THEN
      stands := EXISTS (
        SELECT FROM "Policy" WHERE position = NEW.position
          AND (kind = 'FIXED' OR EXISTS (SELECT FROM "PolicyDecisions" WHERE "policyId" = id))
      );
    WHEN 'declaration' THEN stands := EXISTS (SELECT FROM "Declaration" WHERE position = NEW.position);
    WHEN 'result' THEN stands := EXISTS (SELECT FROM "Evaluation" WHERE position = NEW.position);
    WHEN 'abandonment' THEN
      stands := EXISTS (SELECT FROM "WeightsAbandonment" WHERE position = NEW.position)
        OR EXISTS (SELECT FROM "DeclarationAbandonment" WHERE position = NEW.position);
    ELSE stands := false;
  END CASE;
  IF NOT stands OR NEW.statement::jsonb ->> 'type' <> NEW.kind THEN
    RAISE EXCEPTION 'log position % states a % of which no row is written', NEW.position, NEW.kind USING ERRCODE = 'CW002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER with_its_row AFTER INSERT ON "LogEntry" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_lone_entry();
