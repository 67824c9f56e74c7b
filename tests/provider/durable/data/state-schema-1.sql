BEGIN TRANSACTION;
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "counter" VALUES('commits',1);
INSERT INTO "counter" VALUES('operation',2);
INSERT INTO "counter" VALUES('revision',5);
CREATE TABLE machine (
        id TEXT PRIMARY KEY, instance_type TEXT NOT NULL, zone TEXT NOT NULL, capacity_type INTEGER NOT NULL,
        price_per_hour REAL NOT NULL, interruption_probability REAL NOT NULL,
        vcpu INTEGER NOT NULL, memory_mib INTEGER NOT NULL, resources TEXT NOT NULL, labels TEXT NOT NULL,
        state INTEGER NOT NULL, host_ref TEXT, cluster TEXT, metadata TEXT NOT NULL, last_error TEXT NOT NULL,
        operations TEXT NOT NULL
    );
INSERT INTO "machine" VALUES('libvirt/OnDemand/kvm.small/a/000','kvm.small','a',3,0.01,0.0,2,4096,'{}','{"rack": "\u00fc"}',5,'host-0','c1','{"k": "v"}','','{"create": "1-a", "configure": "2-a"}');
INSERT INTO "machine" VALUES('libvirt/OnDemand/kvm.small/a/001','kvm.small','a',3,0.01,0.0,2,4096,'{}','{}',8,'host-0',NULL,'{}','it broke','{}');
CREATE TABLE mark (
        shard_id TEXT NOT NULL, machine_id TEXT NOT NULL, epoch INTEGER NOT NULL, sequence INTEGER NOT NULL,
        PRIMARY KEY (shard_id, machine_id)
    ) WITHOUT ROWID;
INSERT INTO "mark" VALUES('s','libvirt/OnDemand/kvm.small/a/000',3,4);
INSERT INTO "mark" VALUES('s','nobody',1,1);
COMMIT;
PRAGMA application_id = 1347838832;
PRAGMA user_version = 1;
